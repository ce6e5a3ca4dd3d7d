/** The engine that a service embeds, on this platform's hasher. */
export declare const createEngine: (options?: import("./engine.js").EngineOptions) => import("./engine.js").Engine;
export * from './api.js';
