import * as t from 'io-ts';
import type { Clock } from '../../time/clock.js';
/** Codecs of `Failure`, by mode. */
export declare const FAILURES: {
    readonly none: t.ExactC<t.TypeC<{
        mode: t.LiteralC<"none">;
    }>>;
    readonly 'connect-refuse': t.ExactC<t.IntersectionC<[t.TypeC<{
        mode: t.LiteralC<"connect-refuse">;
    }>, t.PartialC<{
        forMs: t.RefinementC<t.NumberC, number>;
    }>]>>;
    readonly 'close-before-headers': t.ExactC<t.IntersectionC<[t.TypeC<{
        mode: t.LiteralC<"close-before-headers">;
    }>, t.PartialC<{
        /** Requests that fail; without it all do. */
        times: t.RefinementC<t.NumberC, number>;
        /** Milliseconds until the failure ends by itself; without it never. */
        forMs: t.RefinementC<t.NumberC, number>;
        /** What fails: the model paths (default), the metrics page, or all but the controls. */
        paths: t.KeyofC<{
            models: null;
            metrics: null;
            all: null;
        }>;
    }>]>>;
    readonly 'close-mid-stream': t.ExactC<t.IntersectionC<[t.TypeC<{
        mode: t.LiteralC<"close-mid-stream">;
    }>, t.PartialC<{
        afterPieces: t.RefinementC<t.NumberC, number>;
    }>, t.PartialC<{
        /** Requests that fail; without it all do. */
        times: t.RefinementC<t.NumberC, number>;
        /** Milliseconds until the failure ends by itself; without it never. */
        forMs: t.RefinementC<t.NumberC, number>;
        /** What fails: the model paths (default), the metrics page, or all but the controls. */
        paths: t.KeyofC<{
            models: null;
            metrics: null;
            all: null;
        }>;
    }>]>>;
    readonly status: t.ExactC<t.IntersectionC<[t.TypeC<{
        mode: t.LiteralC<"status">;
        status: t.RefinementC<t.NumberC, number>;
    }>, t.PartialC<{
        retryable: t.BooleanC;
        retryReason: t.RefinementC<t.StringC, string>;
        retryAfterMs: t.RefinementC<t.NumberC, number>;
    }>, t.PartialC<{
        /** Requests that fail; without it all do. */
        times: t.RefinementC<t.NumberC, number>;
        /** Milliseconds until the failure ends by itself; without it never. */
        forMs: t.RefinementC<t.NumberC, number>;
        /** What fails: the model paths (default), the metrics page, or all but the controls. */
        paths: t.KeyofC<{
            models: null;
            metrics: null;
            all: null;
        }>;
    }>]>>;
    readonly 'slow-headers': t.ExactC<t.IntersectionC<[t.TypeC<{
        mode: t.LiteralC<"slow-headers">;
        delayMs: t.RefinementC<t.NumberC, number>;
    }>, t.PartialC<{
        /** Requests that fail; without it all do. */
        times: t.RefinementC<t.NumberC, number>;
        /** Milliseconds until the failure ends by itself; without it never. */
        forMs: t.RefinementC<t.NumberC, number>;
        /** What fails: the model paths (default), the metrics page, or all but the controls. */
        paths: t.KeyofC<{
            models: null;
            metrics: null;
            all: null;
        }>;
    }>]>>;
    readonly 'slow-body': t.ExactC<t.IntersectionC<[t.TypeC<{
        mode: t.LiteralC<"slow-body">;
        delayMs: t.RefinementC<t.NumberC, number>;
    }>, t.PartialC<{
        /** Requests that fail; without it all do. */
        times: t.RefinementC<t.NumberC, number>;
        /** Milliseconds until the failure ends by itself; without it never. */
        forMs: t.RefinementC<t.NumberC, number>;
        /** What fails: the model paths (default), the metrics page, or all but the controls. */
        paths: t.KeyofC<{
            models: null;
            metrics: null;
            all: null;
        }>;
    }>]>>;
};
/**
 * A way in which the engine misbehaves until it is told otherwise.
 *
 * - `none`: it does not.
 * - `connect-refuse`: nothing listens on the port; requests that run go on.
 * - `close-before-headers`: the request is read, then its connection is closed.
 * - `close-mid-stream`: the connection is closed after `afterPieces` (default 1) pieces of the
 *   response body; an answer that is not a stream has two pieces.
 * - `status`: an error answer, marked as retryable if told so.
 * - `slow-headers`: the response headers come `delayMs` later.
 * - `slow-body`: every piece of the response body comes `delayMs` later.
 */
export type Failure = t.TypeOf<(typeof FAILURES)[keyof typeof FAILURES]>;
/** Knows the failure in force and which requests it hits. */
export type FailurePlan = Readonly<{
    set: (failure: Failure) => void;
    /** The failure that hits a request to `path`; counts it. */
    take: (path: string) => Failure;
    mode: () => Failure['mode'];
}>;
/** A plan without a failure. */
export declare const createFailurePlan: (clock: Clock) => FailurePlan;
