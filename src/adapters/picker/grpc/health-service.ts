import type { WireCodec } from '../wire/wire-codec.js';
import type { ServingStatus } from '../wire/messages.js';
import type { CallListener, GrpcCall, OpenCall } from './grpc-call.js';

/** Services that a health check may ask about, each with whether it serves now. */
export type HealthOf = ReadonlyMap<string, () => boolean>;

/** The standard health service of gRPC. */
export type HealthService = Readonly<{
  methods: ReadonlyMap<string, OpenCall>;
  /** Tells those who watch when something has changed. */
  noteChange: () => void;
}>;

const CHECK = '/grpc.health.v1.Health/Check';
const WATCH = '/grpc.health.v1.Health/Watch';

/** Answers `Check`, and `Watch` whenever `noteChange` finds another status than before. */
export const createHealthService = (codec: WireCodec, healthOf: HealthOf): HealthService => {
  const watchers = new Set<() => void>();
  const statusOf = (service: string): ServingStatus => {
    const isServing = healthOf.get(service);
    if (isServing === undefined) return 'SERVICE_UNKNOWN';
    return isServing() ? 'SERVING' : 'NOT_SERVING';
  };
  const check: OpenCall = (call) =>
    askedOnce(call, codec, (service) => {
      const status = statusOf(service);
      if (status === 'SERVICE_UNKNOWN') {
        call.finish('NOT_FOUND', `there is no service ${JSON.stringify(service)}`);
        return;
      }
      call.send([codec.encodeHealthResponse(status)]);
      call.finish('OK');
    });
  const watch: OpenCall = (call) => {
    let told: ServingStatus | undefined;
    let tell = (): void => undefined;
    const listener = askedOnce(call, codec, (service) => {
      tell = () => {
        const status = statusOf(service);
        if (status === told) return;
        told = status;
        call.send([codec.encodeHealthResponse(status)]);
      };
      watchers.add(tell);
      tell();
    });
    return {
      ...listener,
      onHalfClose: () => undefined,
      onOver: () => void watchers.delete(tell),
    };
  };
  return {
    methods: new Map([
      [CHECK, check],
      [WATCH, watch],
    ]),
    noteChange: () => {
      for (const tell of watchers) tell();
    },
  };
};

/** A call of which the first message is all that matters. */
const askedOnce = (
  call: GrpcCall,
  codec: WireCodec,
  onAsked: (service: string) => void,
): CallListener => {
  let isAsked = false;
  return {
    onMessage: (bytes) => {
      if (isAsked) return;
      isAsked = true;
      let service: string;
      try {
        service = codec.decodeHealthRequest(bytes);
      } catch {
        call.finish('INVALID_ARGUMENT', 'the message cannot be decoded');
        return;
      }
      onAsked(service);
    },
    onFault: ({ status, message }) => {
      call.finish(status, message);
    },
    onHalfClose: () => {
      if (!isAsked) call.finish('INVALID_ARGUMENT', 'expected a message, given none');
    },
    onOver: () => undefined,
  };
};
