/** A step of a request from one room to the next, over an import that the code has. */
export type Step = Readonly<{ from: string; to: string; what: string }>;

/** The way of one request through gateway and router. */
export const REQUEST_WAY: readonly Step[] = [
  { from: 'gateway', to: 'servers', what: 'its body is read, within limits' },
  { from: 'gateway', to: 'session', what: 'its session and affinity key are found' },
  { from: 'gateway', to: 'stores', what: 'the last cluster of the session is looked up' },
  { from: 'gateway', to: 'http', what: 'trusted headers are written, and it goes to the router' },
  { from: 'router', to: 'http', what: 'the headers are read' },
  { from: 'router', to: 'runtime', what: 'a route is opened on the latest snapshot' },
  { from: 'runtime', to: 'decide', what: 'a cluster is chosen, or a moment to wait for' },
  { from: 'router', to: 'fleet', what: 'the cluster gives a backend, and counts what runs' },
  { from: 'router', to: 'servers', what: 'it goes to the engine, and the answer comes back' },
];
