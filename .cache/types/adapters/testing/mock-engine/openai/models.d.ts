/** One model as `/v1/models` lists it. */
export declare const modelBody: (id: string, createdSeconds: number) => object;
/** The answer of `/v1/models`. */
export declare const modelListBody: (ids: readonly string[], createdSeconds: number) => object;
