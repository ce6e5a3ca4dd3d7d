import type { Exchange } from './exchange.js';
import type { EngineParts } from './generation.js';
import type { Dialect } from './openai/dialect.js';
import type { MockEngineSettings } from './settings.js';
/** What the model routes need of an engine. */
export type ModelRouteParts = EngineParts & Readonly<{
    settings: MockEngineSettings;
    nextId: () => string;
}>;
/** Answers a request for text, as a whole or as a stream. */
export declare const serveText: (parts: ModelRouteParts, dialect: Dialect, exchange: Exchange) => Promise<void>;
/** Answers a request for embeddings: a prefill without decode, past the KV cache. */
export declare const serveEmbeddings: (parts: ModelRouteParts, exchange: Exchange) => Promise<void>;
