import type { ModelDirectory } from '../../gateway/directory/port.js';
import { renderGatewayError, type GatewayError } from '../../gateway/gateway-error.js';
import type { LastClusterTracker } from '../../gateway/last-cluster/tracker.js';
import type { SessionSettings } from '../../gateway/request/prepare-request.js';
import type { EstimateInputTokens } from '../../gateway/request/prompt.js';
import type { ShownModelsParts } from '../../gateway/request/shown-models.js';
import { markHeaders, type ClientMarks } from '../../gateway/serve/client-headers.js';
import type { Telemetry } from '../../telemetry/port.js';
import type { OneAtATime } from '../../time/turns.js';
import type { OwnAnswer } from './port.js';

/** What the rules are made of. */
export type GatewayRulesOptions = Readonly<{
  /** Who may use which model. */
  directory: ModelDirectory;
  /** The last-cluster memory; without it nothing is looked up or stored. */
  memory?: LastClusterTracker | undefined;
  telemetry: Telemetry;
  /**
   * The model of requests that tell their session in a header: their bodies are not read. Default:
   * all bodies are.
   */
  model?: string | undefined;
  /** Whether `/readyz` says yes. */
  isReady: () => boolean;
  /** How sessions are told. Default: by payload where there is no id, for all of a model. */
  sessions?: SessionSettings;
  /** Longest routing wait of models that set none, ms; 0: as configured. Default: the gateway's. */
  maxWaitMs?: number;
  /** Default: 5 + a quarter of the bytes of the prompt. */
  estimateInputTokens?: EstimateInputTokens;
  /** Makes ids for requests without a trusted one. Default: random UUIDs. */
  newRequestId?: () => string;
}>;

/** What the rules work with. */
export type GatewayRulesParts = ShownModelsParts &
  Required<Omit<GatewayRulesOptions, 'memory' | 'model'>> &
  Pick<GatewayRulesOptions, 'memory' | 'model'> &
  Readonly<{ oneAtATime: OneAtATime }>;

/** An error as the client gets it. */
export const errorAnswer = (error: GatewayError, marks: ClientMarks): OwnAnswer => {
  const { status, headers, body } = renderGatewayError(error);
  return { status, headers: { ...headers, ...markHeaders(marks) }, body, code: error.code };
};
