import { type ListenAddress } from './listen-address.js';
import type { SettingSpec } from './setting-table.js';
type Kind<A> = Pick<SettingSpec<A>, 'placeholder' | 'expected' | 'parse'>;
/** A path; not empty. */
export declare const file: Kind<string>;
export declare const listenAddress: Kind<ListenAddress>;
/** An address, or `off`. */
export declare const optionalListenAddress: Kind<ListenAddress | 'off'>;
/** ms, from 1 ms to 24 days. */
export declare const duration: Kind<number>;
/** A whole number of bytes with an optional unit `KiB`, `MiB` or `GiB`. */
export declare const bytes: Kind<number>;
/** One of a few words. */
export declare const oneOf: <const Word extends string>(...words: readonly Word[]) => Kind<Word>;
export {};
