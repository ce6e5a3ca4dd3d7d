import { splitTarget } from '../../servers/request-target.js';

/** An API whose body the gateway understands. */
export type LlmApi = 'chat' | 'responses' | 'embeddings';

/** What a request is for, by its method and path. */
export type GatewayRoute =
  | Readonly<{ kind: LlmApi | 'pass_through' | 'list_models' }>
  | Readonly<{ kind: 'health' | 'readiness' }>
  | Readonly<{ kind: 'show_model'; model: string }>
  | Readonly<{ kind: 'unknown_path' }>
  | Readonly<{ kind: 'wrong_method'; allowed: string }>;

/** The kinds of route that go to the router. */
export type ForwardedKind = LlmApi | 'pass_through';

/**
 * Tells what a request is for.
 *
 * Paths are compared as sent. One that could mean another path to whoever is behind (dot segments,
 * backslashes, in any encoding) is unknown.
 */
export const routeOf = (method: string, target: string): GatewayRoute => {
  const { path } = splitTarget(target);
  const fixed = OWN_PATHS.get(path);
  if (fixed !== undefined) return READ_METHODS.has(method) ? fixed : READ_ONLY;
  const api = LLM_PATHS.get(path);
  if (api !== undefined && method === 'POST') return { kind: api };
  if (!path.startsWith('/v1/') || isAmbiguous(path)) return { kind: 'unknown_path' };
  if (path.startsWith(MODEL_PREFIX)) return modelRoute(method, path);
  return FORWARDED_METHODS.has(method)
    ? { kind: 'pass_through' }
    : { kind: 'wrong_method', allowed: [...FORWARDED_METHODS].join(', ') };
};

const LLM_PATHS: ReadonlyMap<string, LlmApi> = new Map([
  ['/v1/chat/completions', 'chat'],
  ['/v1/responses', 'responses'],
  ['/v1/embeddings', 'embeddings'],
]);

const OWN_PATHS: ReadonlyMap<string, GatewayRoute> = new Map([
  ['/v1/models', { kind: 'list_models' }],
  ['/healthz', { kind: 'health' }],
  ['/readyz', { kind: 'readiness' }],
]);

const MODEL_PREFIX = '/v1/models/';

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const READ_ONLY: GatewayRoute = { kind: 'wrong_method', allowed: 'GET, HEAD' };

const FORWARDED_METHODS: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
]);

const modelRoute = (method: string, path: string): GatewayRoute => {
  const model = decoded(path.slice(MODEL_PREFIX.length));
  if (model === undefined) return { kind: 'unknown_path' };
  return READ_METHODS.has(method) ? { kind: 'show_model', model } : READ_ONLY;
};

const isAmbiguous = (path: string): boolean => {
  const plain = decoded(path);
  if (plain === undefined || /[\\#\0]/.test(plain)) return true;
  return plain.split('/').some((segment) => segment === '.' || segment === '..');
};

/** Undefined when it is not what percent-encoding gives. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
