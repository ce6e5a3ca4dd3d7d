import { ACCESS_LOG_FORMATS } from '../logging/access-log.js';
import { LOG_LEVELS } from '../logging/json-lines-log.js';
import { delay, duration, oneOf } from './setting-kinds.js';

/**
 * The settings that router and gateway have alike: clients that fall silent, the end, the logs.
 *
 * @param server How their environment variables name the server, after `HOMEWARD_`.
 */
export const sharedSettings = (server: 'ROUTER' | 'GATEWAY') => ({
  clientIdle: {
    ...duration,
    flag: 'client-idle',
    variable: `HOMEWARD_${server}_CLIENT_IDLE`,
    default: '60s',
    meaning: 'longest silence of a client whose turn it is: headers, body, reading the response',
  },
  keepAlive: {
    ...duration,
    flag: 'keep-alive',
    variable: `HOMEWARD_${server}_KEEP_ALIVE`,
    default: '75s',
    meaning: 'how long a connection without a request is kept',
  },
  shutdownGrace: {
    ...duration,
    flag: 'shutdown-grace',
    variable: `HOMEWARD_${server}_SHUTDOWN_GRACE`,
    default: '25s',
    meaning: 'longest time open requests have to end once nothing is accepted any more',
  },
  shutdownDelay: {
    ...delay,
    flag: 'shutdown-delay',
    variable: `HOMEWARD_${server}_SHUTDOWN_DELAY`,
    default: '0s',
    meaning: 'how long it goes on accepting after SIGTERM while `/readyz` says no',
  },
  accessLog: {
    ...oneOf(...ACCESS_LOG_FORMATS),
    flag: 'access-log',
    variable: `HOMEWARD_${server}_ACCESS_LOG`,
    default: 'off',
    meaning: 'one line per request on standard output',
  },
  logLevel: {
    ...oneOf(...LOG_LEVELS),
    flag: 'log-level',
    variable: `HOMEWARD_${server}_LOG_LEVEL`,
    default: 'info',
    meaning: 'least level of the log lines (JSON, on standard error)',
  },
});
