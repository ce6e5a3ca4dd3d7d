import { HashInput } from '../../core/orders/hash.js';
import { platformHasher } from '../platform/node.js';

/** Says whether the decisions of a request are recorded: all of them, or none. */
export type RequestSample = (requestId: string) => boolean;

/**
 * A sample of `rate`, 0 to 1, of all requests, by a hash of their ids.
 *
 * Every process takes the same requests, and a larger sample contains the smaller ones.
 */
export const createRequestSample = (rate: number): RequestSample => {
  const input = new HashInput(platformHasher);
  return (requestId) => {
    const hash = input.begin().field('record_sample', requestId).hash();
    // The upper 53 bits, which a number holds exactly, as a share below 1.
    return Number(hash >> 11n) / 2 ** 53 < rate;
  };
};
