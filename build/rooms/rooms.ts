/** A room of the source: files that belong together. */
export type Room = Readonly<{
  name: string;
  /** Its folders and files below the root. */
  at: readonly string[];
  /** The floor it stands on, for the picture. */
  floor: string;
  /** What it is about, in a few words. */
  about: string;
}>;

/**
 * The rooms of the source from the bottom up: a room imports from rooms that stand before it, and
 * from no other. A test holds it, and the picture in the documentation is drawn from it.
 */
export const ROOMS: readonly Room[] = [
  {
    name: 'core',
    at: ['src/core'],
    floor: 'pure',
    about: 'snapshots, configuration, the algorithms',
  },
  { name: 'session', at: ['src/session'], floor: 'pure', about: 'who returns, and to where' },
  {
    name: 'expression',
    at: ['src/expression'],
    floor: 'pure',
    about: 'routing expressions and model forms',
  },
  {
    name: 'decide',
    at: ['src/decide.ts'],
    floor: 'pure',
    about: 'decide, explain, timeline, affinityOrder',
  },
  {
    name: 'platform',
    at: ['src/adapters/platform', 'src/adapters/session'],
    floor: 'ground',
    about: 'hashers of Node and of browsers',
  },
  { name: 'time', at: ['src/adapters/time'], floor: 'ground', about: 'clock, deadlines, polling' },
  { name: 'node', at: ['src/adapters/node'], floor: 'ground', about: 'files, optional packages' },
  {
    name: 'terminal',
    at: ['src/adapters/terminal'],
    floor: 'ground',
    about: 'colours, tables, words',
  },
  { name: 'cases', at: ['src/adapters/cases'], floor: 'ground', about: 'decisions as JSON lines' },
  {
    name: 'telemetry',
    at: ['src/adapters/telemetry'],
    floor: 'ground',
    about: 'metrics, logs, traces',
  },
  {
    name: 'http',
    at: ['src/adapters/http'],
    floor: 'ground',
    about: 'headers, errors, what is passed on',
  },
  {
    name: 'engine-metrics',
    at: ['src/adapters/engine-metrics'],
    floor: 'ground',
    about: 'pages of vLLM and SGLang',
  },
  {
    name: 'servers',
    at: ['src/adapters/servers'],
    floor: 'parts',
    about: 'listeners, bodies, upstream, settings',
  },
  {
    name: 'stores',
    at: ['src/adapters/stores'],
    floor: 'parts',
    about: 'memory, Redis, Olric',
  },
  {
    name: 'runtime',
    at: ['src/adapters/runtime'],
    floor: 'parts',
    about: 'targets, views, open routes',
  },
  {
    name: 'records',
    at: ['src/adapters/records'],
    floor: 'parts',
    about: 'decisions written down, and replayed',
  },
  {
    name: 'fleet',
    at: ['src/adapters/fleet'],
    floor: 'parts',
    about: 'who is there, and how busy',
  },
  {
    name: 'testing',
    at: ['src/adapters/testing'],
    floor: 'parts',
    about: 'mock engine, laws of stores',
  },
  {
    name: 'router',
    at: ['src/adapters/router'],
    floor: 'servers',
    about: 'chooses a cluster, and forwards',
  },
  {
    name: 'gateway',
    at: ['src/adapters/gateway'],
    floor: 'servers',
    about: 'keys, models, sessions, memory',
  },
  {
    name: 'picker',
    at: ['src/adapters/picker'],
    floor: 'servers',
    about: 'chooses endpoints for Envoy',
  },
  {
    name: 'up',
    at: ['src/adapters/up'],
    floor: 'house',
    about: 'gateway and router in one process',
  },
  {
    name: 'simulator',
    at: ['src/adapters/simulator'],
    floor: 'house',
    about: 'clusters in virtual time',
  },
  { name: 'demo', at: ['src/adapters/demo'], floor: 'house', about: 'the story, played' },
  { name: 'cli', at: ['src/adapters/cli', 'src/cli.ts'], floor: 'house', about: 'the command' },
  {
    name: 'library',
    at: ['src/index.ts', 'src/index.browser.ts', 'src/api.ts'],
    floor: 'house',
    about: 'the root of the package',
  },
];
