import { DEPTH_MAX, VALUES_MAX } from './json-guard.ts'
import { objectIn, type JsonObject } from './json-object.ts'
import { scanJson } from './json-scan.ts'

/**
 * Whether what a stranger answers is parsed in a moment. Two megabytes of empty lists take a
 * quarter of a second, and nobody else is served meanwhile.
 */
export const isQuickJson = (bytes: Uint8Array): boolean =>
  scanJson({ valuesMax: VALUES_MAX, depthMax: DEPTH_MAX }).see(bytes) === null

/** The object that a stranger's answer holds as JSON; null for anything else, and for too much. */
export const foreignObject = (bytes: Buffer): JsonObject | null =>
  isQuickJson(bytes) ? objectIn(bytes.toString('utf8')) : null
