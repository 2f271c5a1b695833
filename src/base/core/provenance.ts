/**
 * The sources that were asked during one call. A capability whose answers come from outside records
 * it here; the answer of the tool gets `source` and `asOf` from it.
 */
export interface SourceLog {
  /**
   * Notes that `source`, a provider's title or a host, is asked. Call the result when it has
   * answered: with the source if another one answered, and with the time of the answer in
   * milliseconds since the epoch if it was fetched earlier.
   */
  asked(source: string): (answeredBy?: string, atMs?: number) => void
  /** Notes that the call has read text that anybody can write. */
  readPublicText(): void
}

/** What is added to an answer from outside. */
export interface Provenance {
  /** Null where the call brought its own data. */
  readonly source: string | null
  /** When the oldest part was fetched. */
  readonly asOf: string
}

/** What may be added to an answer, by what its tool uses. */
export interface DerivedFields extends Partial<Provenance> {
  readonly untrustedContent?: true
}

const SOURCES_MAX = 8

interface Entry {
  source: string
  atMs: number | null
}

interface SourceNotes extends SourceLog {
  provenance(): Provenance
  hasPublicText(): boolean
}

export function createSourceLog(now: () => number): SourceNotes {
  const entries: Entry[] = []
  let hasPublicText = false
  return {
    readPublicText() {
      hasPublicText = true
    },
    hasPublicText: () => hasPublicText,

    asked(source) {
      const entry: Entry = { source, atMs: null }
      entries.push(entry)
      return (answeredBy = source, atMs = now()) => {
        entry.source = answeredBy
        entry.atMs = atMs
      }
    },

    /** Those that answered; those that were asked, where a failure is the answer. */
    provenance() {
      const answered = entries.filter(({ atMs }) => atMs !== null)
      const told = answered.length > 0 ? answered : entries
      const sources = [...new Set(told.map(({ source }) => source))].slice(0, SOURCES_MAX)
      const asOfMs = Math.min(now(), ...answered.flatMap(({ atMs }) => atMs ?? []))
      return {
        source: sources.length > 0 ? sources.join(', ') : null,
        asOf: new Date(asOfMs).toISOString(),
      }
    },
  }
}
