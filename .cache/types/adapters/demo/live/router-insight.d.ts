import * as t from 'io-ts';
declare const explanationCodec: t.TypeC<{
    decision: t.PartialC<{
        order: t.ArrayC<t.StringC>;
    }>;
    clusters: t.ArrayC<t.TypeC<{
        cluster_id: t.StringC;
        has_capacity: t.BooleanC;
    }>>;
}>;
/** What the router would do with a request. */
export type Explanation = t.TypeOf<typeof explanationCodec>;
declare const sessionLineCodec: t.TypeC<{
    event: t.LiteralC<"routing_session">;
    request_id: t.StringC;
    session_state: t.KeyofC<{
        new: null;
        returning: null;
        stale: null;
    }>;
    promoted: t.BooleanC;
}>;
/** What the router made of the session of a request. */
export type SessionNote = Readonly<Pick<t.TypeOf<typeof sessionLineCodec>, 'session_state' | 'promoted'>>;
/** Base URLs of the two listeners. */
export type RouterAddresses = Readonly<{
    admin: string;
    metrics: string;
}>;
/** A look into a running router. */
export type RouterInsight = Readonly<{
    /** Undefined while the router does not know the model. */
    explain: (modelId: string, affinityKey: string) => Promise<Explanation | undefined>;
    /** Hands it new clusters. */
    pushSnapshot: (document: object) => Promise<void>;
    /** Time all requests together were held so far, ms. */
    waitedMs: () => Promise<number>;
    /** Resolves when engines have reported everything that was sent to them. */
    settle: () => Promise<void>;
    /** Waits for the log line about the session of a request. */
    sessionOf: (requestId: string) => Promise<SessionNote>;
}>;
/** Lines of the router's log that are kept until somebody asks for them. */
export type SessionLog = Readonly<{
    add: (line: string) => void;
    take: (requestId: string) => SessionNote | undefined;
}>;
export declare const createSessionLog: () => SessionLog;
export declare const createRouterInsight: ({ admin, metrics }: RouterAddresses, log: SessionLog) => RouterInsight;
export {};
