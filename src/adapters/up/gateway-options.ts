import { GATEWAY_SETTINGS } from '../gateway/server/gateway-settings.js';
import type { CommandOptions } from './up-settings.js';

/** As of the defaults of the two servers: 12 min to 10 min, 6 min to 5 min. */
const PATIENCE = 1.2;

/**
 * What the command line says to the gateway. A limit of an engine's answer is the router's; the
 * gateway waits a fifth longer, so that the router can still tell what was late.
 */
export const gatewayOptions = (options: CommandOptions): CommandOptions => ({
  ...options,
  ...longer(options, 'responseTimeout'),
  ...longer(options, 'silenceTimeout'),
});

const longer = (
  options: CommandOptions,
  name: 'responseTimeout' | 'silenceTimeout',
): CommandOptions => {
  const { parse } = GATEWAY_SETTINGS[name];
  const ms = parse(String(options[name]));
  if (ms === undefined) return {};
  const text = `${String(Math.ceil(ms * PATIENCE))}ms`;
  // Beyond what a timer can wait there is no more to give.
  return parse(text) === undefined ? {} : { [name]: text };
};
