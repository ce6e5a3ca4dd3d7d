/** Times of a fleet, all in ms. */
export type FleetSettings = Readonly<{
    /** A backend that has not reported for so long is stale; at least two of its polls. */
    staleAfterMs: number;
    /** And after so long it is dropped; at least four of its polls. */
    dropAfterMs: number;
    /** For a whole metrics page. */
    pollTimeoutMs: number;
    /** From one resolving of a host name to the next. */
    dnsIntervalMs: number;
    dnsTimeoutMs: number;
    /** First pause of a backend that cannot be connected to; each failed probe doubles it. */
    firstPauseMs: number;
    maxPauseMs: number;
}>;
export declare const DEFAULT_FLEET_SETTINGS: FleetSettings;
