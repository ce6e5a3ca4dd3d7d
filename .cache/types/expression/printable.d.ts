/** Printable ASCII for every UTF-16 unit of a text: itself, or an escape such as `\t`, `\u00fc`. */
export declare const printableUnits: (text: string) => readonly string[];
