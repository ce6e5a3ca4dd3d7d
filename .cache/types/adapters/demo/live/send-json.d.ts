import type * as t from 'io-ts';
/** Sends JSON; what answers within 10 s. */
export declare const sendJson: (method: "POST" | "PUT", url: string, json: unknown) => Promise<Response>;
/** The response if its status is 2xx; throws what it says otherwise. */
export declare const expectOk: (response: Response) => Promise<Response>;
/** JSON of a shape; throws the first fault. */
export declare const readJson: <A>(codec: t.Decoder<unknown, A>, text: string) => A;
