import type { Capability, Texts } from '../../base/core/capability.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import type { ThreadWork } from '../../base/core/thread-work.ts'
import type { KeptJob, KeptResult } from './_blocks.ts'
import { defineKeptFile } from './define.ts'
import type { KeptFile } from './_keeper.ts'
import { shrunk, type SanctionsMeta, type SanctionsRow } from './_sanctions.ts'

export interface SanctionsListSpec {
  readonly name: string
  readonly title: string
  readonly attribution?: string
  readonly terms: string
  readonly texts: Texts
  readonly base: string
  readonly path: string
  readonly reader: ThreadWork<KeptJob, KeptResult<SanctionsRow, SanctionsMeta>>
  readonly bytesMax: number
}

export interface SanctionsList {
  file(): Promise<KeptFile<SanctionsRow, SanctionsMeta>>
}

/** A list as it is kept: asked for every six hours, and never answered from after two days. */
export const defineSanctionsList = ({
  path,
  ...spec
}: SanctionsListSpec): Capability<SanctionsList> =>
  defineKeptFile<SanctionsRow, SanctionsMeta, SanctionsList>({
    ...spec,
    path: () => path,
    version: 2,
    blockCount: 64,
    timeoutMs: 5 * 60_000,
    freshMs: 6 * HOUR_MS,
    staleMs: 48 * HOUR_MS,
    keepsFresh: true,
    problemOf: shrunk,
    api: (file) => ({ file: async () => file() }),
  })
