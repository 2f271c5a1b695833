import { DEPTH_MAX, VALUES_MAX } from './json-guard.ts'
import { objectIn, type JsonObject } from './json-object.ts'
import { scanJson } from './json-scan.ts'

/**
 * Whether foreign JSON can be parsed quickly. Two megabytes of empty lists would block the event
 * loop for a quarter of a second.
 */
export const isQuickJson = (bytes: Uint8Array): boolean =>
  scanJson({ valuesMax: VALUES_MAX, depthMax: DEPTH_MAX }).see(bytes) === null

/**
 * Parses a foreign answer that is a JSON object; null for anything else, and for too many values.
 */
export const foreignObject = (bytes: Buffer): JsonObject | null =>
  isQuickJson(bytes) ? objectIn(bytes.toString('utf8')) : null
