import { type BackendFigures, type ClusterFigures } from './backend-figures.js';
/**
 * What the doors to one engine say about the engine itself: the same thing each, so the latest
 * report counts alone. Among equally late ones, and where none reports, the first door counts.
 */
export declare const figuresOfSharedEngine: (backends: readonly BackendFigures[]) => ClusterFigures;
