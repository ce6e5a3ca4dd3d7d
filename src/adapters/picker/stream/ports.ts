import type { BodyBudget } from '../../gateway/request/body-budget.js';
import type { SameDelay } from '../../time/same-delay.js';
import type { Router } from '../../router/routing/create-router.js';
import type { AcceptRules } from '../accept/port.js';
import type { WireCodec } from '../wire/wire-codec.js';
import type { StreamLimits } from './limits.js';

/** What a stream works with. */
export type StreamPorts = Readonly<{
  codec: WireCodec;
  router: Router;
  rules: AcceptRules;
  limits: StreamLimits;
  /** The memory that request bodies take. */
  budget: BodyBudget;
  /** When a proxy is asked to wait longer. */
  patience: SameDelay;
  /** Whether requests are let go as soon as their responses are on their way. */
  isReleasing: () => boolean;
}>;
