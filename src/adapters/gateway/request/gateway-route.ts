import { splitTarget } from '../../servers/listen/request-target.js';

/** An API whose body the gateway understands. */
export type LlmApi = 'chat' | 'responses' | 'embeddings' | 'completions' | 'messages';

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
 * A target whose path is spelled the plain way, which is the one that is compared and forwarded:
 * characters that need no percent-encoding have none, and there is no slash at its end.
 *
 * Engines would take the other spellings for the same path, or redirect the client to it.
 */
export const plainTarget = (target: string): string => {
  const { path } = splitTarget(target);
  if (!path.includes('%') && !path.endsWith('/')) return target;
  const decoded = path.replace(/%[0-7][0-9a-f]/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code;
  });
  const isSlashed = /[^/]\/$/.test(decoded);
  return (isSlashed ? decoded.slice(0, -1) : decoded) + target.slice(path.length);
};

/** The id of the stored response that a path is about; undefined when it is about none. */
export const responseIdIn = (path: string): string | undefined => {
  const coded = /^\/v1\/responses\/([^/]+)(\/cancel|\/input_items)?$/.exec(path)?.[1];
  return coded === undefined ? undefined : decoded(coded);
};

/** Whether engines read the body of this path as JSON, whatever its content type. */
export const takesJson = (path: string): boolean => JSON_PATHS.test(path);

const JSON_PATHS =
  /^\/v1\/(chat\/completions|completions|responses|embeddings|messages|moderations|rerank|score|classify|pooling|(de)?tokenize|images\/generations|audio\/speech)(\/|$)/i;

/**
 * Tells what a request is for, by its `plainTarget`.
 *
 * A path that could mean another one to the server behind (dot segments, backslashes, empty
 * segments, in any encoding) is unknown.
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
  ['/v1/completions', 'completions'],
  ['/v1/messages', 'messages'],
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
  let plain = path;
  for (let i = 0; i < MAX_ENCODINGS; i += 1) {
    const next = decoded(plain);
    if (next === undefined || /[\\#\0]/.test(next)) return true;
    if (next.split('/').slice(1).some(isOddSegment)) return true;
    if (next === plain) return false;
    plain = next;
  }
  return true;
};

/** More encodings of encodings than this mean no good. */
const MAX_ENCODINGS = 3;

/** Some servers take what follows a ";" for a parameter of the segment. */
const isOddSegment = (segment: string): boolean => {
  const [name] = segment.split(';');
  return name === '' || name === '.' || name === '..';
};

/** Undefined when it is not what percent-encoding gives. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
