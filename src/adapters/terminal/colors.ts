import pc from 'picocolors';

/** Colours for standard output: real ones on a terminal that wants them, none elsewhere. */
export const stdoutColors = (): Colors =>
  // Undefined, as isTTY is elsewhere, would leave the choice to the environment.
  pc.createColors(Boolean(process.stdout.isTTY) && pc.isColorSupported);

/** Functions that colour a text, or leave it as it is. */
export type Colors = ReturnType<typeof pc.createColors>;
