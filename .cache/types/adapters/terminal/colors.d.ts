import pc from 'picocolors';
/** Colours for standard output: real ones on a terminal that wants them, none elsewhere. */
export declare const stdoutColors: () => Colors;
/** Functions that colour a text, or leave it as it is. */
export type Colors = ReturnType<typeof pc.createColors>;
