import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { isQuickJson } from '../../base/lib/foreign-json.ts'
import type { UpstreamSpec } from '../../capabilities/upstreams/define.ts'

interface Answered {
  readonly headers: Headers
  readonly bytes: Buffer
}

/** The answer of the API, checked against its document; an empty body becomes null. */
export function answerIn({ headers, bytes }: Answered, title: string, output: z.ZodType): unknown {
  const type = headers.get('content-type') ?? ''
  const value = /[/+]json\b/i.test(type) ? jsonIn(bytes, title) : textIn(bytes)
  const read = output.safeParse(value)
  if (read.success) return read.data
  throw new Fault('upstream_failed', `${title} answered in another shape than it describes.`, {
    cause: read.error,
  })
}

const textIn = (bytes: Buffer): string | null =>
  bytes.byteLength === 0 ? null : bytes.toString('utf8')

function jsonIn(bytes: Buffer, title: string): unknown {
  if (bytes.byteLength === 0) return null
  if (!isQuickJson(bytes)) throw new Fault('upstream_failed', `${title} answered with too much.`)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new Fault('upstream_failed', `${title} did not answer with JSON.`, { cause })
  }
}

/** Statuses that are the caller's mistake become faults of the caller, which are not charged. */
export const refusalsOf = (title: string): NonNullable<UpstreamSpec<unknown>['refusals']> => ({
  400: () => new Fault('provider_refused', `${title} refuses this input (400).`),
  404: () => notFound(`${title} has nothing there (404).`),
  409: () => new Fault('provider_refused', `${title} refuses this input as it stands (409).`),
  410: () => notFound(`${title} has nothing there any more (410).`),
  422: () => new Fault('provider_refused', `${title} refuses this input (422).`),
})
