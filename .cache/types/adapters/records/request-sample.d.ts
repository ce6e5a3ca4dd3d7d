/** Says whether the decisions of a request are recorded: all of them, or none. */
export type RequestSample = (requestId: string) => boolean;
/**
 * A sample of `rate`, 0 to 1, of all requests, by a hash of their ids.
 *
 * Every process takes the same requests, and a larger sample contains the smaller ones.
 */
export declare const createRequestSample: (rate: number) => RequestSample;
