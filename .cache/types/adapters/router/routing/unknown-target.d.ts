import type { TrustedHeaders } from '../../http/index.js';
import type { Engine } from '../../runtime/index.js';
/**
 * Whether a request for an unknown target lacks the affinity key that its policy requires.
 *
 * What is wrong with a request is said before that its target is unknown. False where the routing
 * method is not sound: that has been said already.
 */
export declare const lacksAffinityKey: ({ config }: Pick<Engine, "config">, { model, routingMethod, affinityKey }: TrustedHeaders) => boolean;
