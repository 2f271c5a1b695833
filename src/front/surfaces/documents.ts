import type { FamilyPart, Shop, Surface } from './surface.ts'

type Described = Omit<Surface, 'render' | 'ofFamily'> & {
  readonly title: string
  readonly summary: string
  /** Where the part of one family is. */
  readonly ofFamily?: FamilyPart['address']
}

/** The paths and summaries by which the public documents refer to one another. */
export const DOCUMENTS = {
  pricing: {
    path: '/api/pricing',
    contentType: 'application/json',
    title: 'Prices',
    summary:
      'Every tool with its price, input schema and example; `/api/pricing?family={family}` has those of one family.',
    ofFamily: '/api/pricing?family={family}',
  },
  openapi: {
    path: '/openapi.json',
    contentType: 'application/json',
    title: 'OpenAPI',
    summary:
      'Every operation with its schemas and payment offers; `/openapi/{family}.json` has those of one family.',
    ofFamily: '/openapi/{family}.json',
  },
  llmsTxt: {
    path: '/llms.txt',
    contentType: 'text/plain; charset=utf-8',
    title: 'Catalog as text',
    summary: 'How to pay, and one line for each tool.',
  },
  manifest: {
    path: '/.well-known/x402',
    contentType: 'application/json',
    title: 'Payment manifest',
    summary: 'Rails, networks, capabilities and the address of every tool.',
  },
  agentCard: {
    path: '/.well-known/agent-card.json',
    contentType: 'application/json',
    title: 'Agent card',
    summary: 'What this service does for other agents, and where it speaks A2A.',
  },
  agentCardBefore: {
    path: '/.well-known/agent.json',
    contentType: 'application/json',
    title: 'Agent card, at its older path',
    summary: 'The same card.',
  },
  agentRegistration: {
    path: '/.well-known/agent-registration.json',
    contentType: 'application/json',
    title: 'Agent registration',
    summary: 'The registration file of ERC-8004: every way to reach this service.',
  },
  skillPacks: {
    path: '/api/skill-packs.json',
    contentType: 'application/json',
    title: 'Skill packs',
    summary: 'Several tools run in one call, behind one payment.',
  },
} as const satisfies Readonly<Record<string, Described>>

export const urlOf = ({ site }: Shop, { path }: { readonly path: string }): string =>
  site.baseUrl + path

export const jsonText = (value: unknown): string => `${JSON.stringify(value)}\n`
