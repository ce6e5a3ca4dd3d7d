/** Asks until there is an answer; rejects, saying what never came, after 10 s. */
export declare const waitUntil: <A>(what: string, ask: () => A | undefined | Promise<A | undefined>) => Promise<A>;
