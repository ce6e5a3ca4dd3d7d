import { ROOMS } from './rooms.js';

/** Rows of the Markdown table of the rooms, from the bottom up. */
export const roomRows = (): readonly string[] =>
  ROOMS.map(
    ({ name, at, about }) =>
      `| ${name} | ${at.map((place) => `\`${place}\``).join(', ')} | ${about} |`,
  );
