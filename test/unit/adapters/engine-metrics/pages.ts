import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('./pages/', import.meta.url);

/** The text of a recorded page. */
export const recordedPage = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

/** Every recorded page of an engine; made-up ones and other answers are not among them. */
export const recordedPages = (): readonly string[] =>
  readdirSync(FOLDER).filter((file) => file.endsWith('.prom') && !file.startsWith('MADE-UP'));
