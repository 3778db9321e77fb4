// The bodies that callers send, by the names of the generated types.
import type { components, operations } from "./contract";

type Schemas = components["schemas"];

export type Resolve = Schemas["ResolveActionRequest"];
export type Score = Schemas["ScoreActionRequest"];
export type Odds = Schemas["QuoteOddsRequest"];
export type Participant = Schemas["Participant"];
export type Preview = Schemas["PreviewTuningRequest"];
export type Settle = Schemas["SettlePyramidRequest"];
export type Decide = Schemas["DecidePyramidRequest"];
export type Showdown = Schemas["ShowDownPiecepacksRequest"];
export type BatchResult = Schemas["BatchResult"];
export type Resolution = Schemas["Resolution"];
export type PatchHeaders = operations["patchTuning"]["parameters"]["header"];
export type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody?: { content: { "application/json": infer Sent } };
}
  ? Sent
  : never;
