import { z } from 'zod'

/** What every answer from a live source says of itself; spread into the `output` of its tool. */
export const live = {
  source: z.string().describe('Who provides the data.'),
  asOf: z.iso.datetime().describe('When it was fetched.'),
}

/** The same as a value; null is for tools that may have no source. */
export interface Stamp<Source extends string | null = string> {
  readonly source: Source
  readonly asOf: string
}

/** The stamp of what a source gave at a moment, in milliseconds since the epoch. */
export const stamped = <Source extends string | null>(
  source: Source,
  atMs: number,
): Stamp<Source> => ({ source, asOf: new Date(atMs).toISOString() })

/** The same for what lies at an address: its host is the source. */
export const stampedHost = (url: string, atMs: number): Stamp => stamped(new URL(url).host, atMs)
