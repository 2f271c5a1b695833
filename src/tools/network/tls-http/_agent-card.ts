import { z } from 'zod'
import type { Fields } from './_fetched.ts'

const url = z.string().refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
  error: 'must be an absolute URL',
})
const texts = z.array(z.string())

/** The parts of an agent card (A2A 0.3 and 1.0) that others rely on; more is allowed. */
const Card = z.looseObject({
  name: z.string().min(1),
  description: z.string(),
  version: z.string(),
  protocolVersion: z.string().optional(),
  url: url.optional(),
  preferredTransport: z.string().optional(),
  supportedInterfaces: z.array(z.looseObject({ url })).optional(),
  additionalInterfaces: z.array(z.looseObject({ url, transport: z.string() })).optional(),
  provider: z.looseObject({ organization: z.string(), url: z.string() }).optional(),
  capabilities: z.looseObject({
    streaming: z.boolean().optional(),
    pushNotifications: z.boolean().optional(),
  }),
  defaultInputModes: texts,
  defaultOutputModes: texts,
  skills: z.array(
    z.looseObject({ id: z.string(), name: z.string(), description: z.string(), tags: texts }),
  ),
  securitySchemes: z.record(z.string(), z.unknown()).optional(),
})

const PROBLEMS_MAX = 20

/** Where a card departs from the specification. */
export function cardProblems(card: Fields): string[] {
  const read = Card.safeParse(card)
  const issues = read.success ? [] : read.error.issues
  const hasInterface = 'url' in card || 'supportedInterfaces' in card
  return [
    ...issues.slice(0, PROBLEMS_MAX).map(({ path, message }) => `${path.join('.')}: ${message}.`),
    ...(hasInterface ? [] : ['url: neither url nor supportedInterfaces says where it listens.']),
  ]
}
