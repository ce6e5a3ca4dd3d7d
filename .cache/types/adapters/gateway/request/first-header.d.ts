import { type HeaderSource } from '../../http/header-source.js';
/** The first value of a header, by lower-case name; undefined when there is none. */
export declare const firstHeader: (source: HeaderSource, name: string) => string | undefined;
