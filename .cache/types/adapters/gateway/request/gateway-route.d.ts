/** An API whose body the gateway understands. */
export type LlmApi = 'chat' | 'responses' | 'embeddings';
/** What a request is for, by its method and path. */
export type GatewayRoute = Readonly<{
    kind: LlmApi | 'pass_through' | 'list_models';
}> | Readonly<{
    kind: 'health' | 'readiness';
}> | Readonly<{
    kind: 'show_model';
    model: string;
}> | Readonly<{
    kind: 'unknown_path';
}> | Readonly<{
    kind: 'wrong_method';
    allowed: string;
}>;
/** The kinds of route that go to the router. */
export type ForwardedKind = LlmApi | 'pass_through';
/** The path and the query (without "?") of a request target. */
export declare const splitTarget: (target: string) => Readonly<{
    path: string;
    query: string;
}>;
/**
 * Tells what a request is for.
 *
 * Paths are compared as sent. One that could mean another path to whoever is behind (dot segments,
 * backslashes, in any encoding) is unknown.
 */
export declare const routeOf: (method: string, target: string) => GatewayRoute;
