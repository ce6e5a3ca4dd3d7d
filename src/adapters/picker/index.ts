export type { AcceptedRequest, AcceptResult, AcceptRules, OwnAnswer } from './accept/port.js';
export { createFleetDirectory } from './accept/fleet-directory.js';
export type { GatewayRulesOptions } from './accept/gateway-parts.js';
export { createGatewayRules } from './accept/gateway-rules.js';
export { createRouterRules } from './accept/router-rules.js';
export { createPicker, type Picker, type PickerOptions } from './create-picker.js';
export type { CallListener, GrpcCall, OpenCall } from './grpc/grpc-call.js';
export { openPicker, type PickerServerSettings } from './server/open-picker.js';
export {
  startPickerServer,
  type PickerServer,
  type PickerServerOptions,
} from './server/picker-server.js';
export { PICKER_SETTINGS, type PickerSettings } from './server/picker-settings.js';
export type { InboundRequest, InboundResponse } from './stream/inbound.js';
export type { StreamLimits } from './stream/limits.js';
export { loadWireCodec, type WireCodec } from './wire/wire-codec.js';
