import { z } from 'zod'
import type { AgentTaskRow } from '../../stores/agent-tasks.ts'
import { isInputText } from '../../selling/call/value-message.ts'
import type { RequestedCall } from './message.ts'

const STATES = ['input-required', 'working', 'completed', 'failed', 'rejected', 'canceled'] as const

const Members = z.record(z.string(), z.unknown())

/** The state of a task, as it is stored. */
const Standing = z.object({
  state: z.enum(STATES),
  /** For people. */
  text: z.string(),
  /** For programs, in addition to the text. */
  data: z.unknown().optional(),
  /** What the x402 extension says. */
  metadata: Members,
  artifact: z.object({ parts: z.array(Members), metadata: Members }).nullable(),
  /** The tool that is called. */
  slug: z.string().nullable(),
  /** The call, while it may be needed again. */
  order: z
    .object({ slug: z.string(), params: Members, lost: z.array(z.string()).optional() })
    .nullable(),
  /** A slow call continues as this job. */
  jobId: z.string().nullable(),
  /** The settlement was unknown: with this, its answer can be asked for. */
  resumeToken: z.string().nullable(),
})

export type Standing = z.output<typeof Standing>

export interface AgentTask {
  readonly id: string
  readonly contextId: string
  /** When it reached this state, in milliseconds. */
  readonly updated: number
  readonly standing: Standing
}

const NOTHING_YET = {
  metadata: {},
  artifact: null,
  slug: null,
  order: null,
  jobId: null,
  resumeToken: null,
}

export const standingAt = (
  state: Standing['state'],
  text: string,
  rest: Partial<Standing> = {},
): Standing => ({ state, text, ...NOTHING_YET, ...rest })

export const WORKING = standingAt('working', 'A call is under way.')

const LOST_TEXT =
  'The call broke off. Send the message again, with its payment: one task is charged once.'

export function taskOf(
  { id, context, state, lease, updated, task }: AgentTaskRow,
  now: number,
): AgentTask {
  const stored = Standing.parse(JSON.parse(task))
  const isBusy = state === 'busy' && lease > now
  const isLost = state === 'busy' && !isBusy
  const { slug, order } = stored
  const standing = isBusy ? { ...WORKING, slug, order } : stored
  const text = isLost ? LOST_TEXT : standing.text
  return { id, contextId: context, updated, standing: { ...standing, text } }
}

/** A call that is larger is not kept: the message that pays brings it again. */
const KEPT_ORDER_LENGTH_MAX = 16 * 1024

export const storedOrder = ({ slug, params, lost = [] }: RequestedCall): Standing['order'] => ({
  slug,
  params: isInputText(params) ? Members.parse(JSON.parse(params.json)) : { ...params },
  lost: [...lost],
})

export const keptOrder = (order: RequestedCall | null): Standing['order'] =>
  order && lengthOf(order) <= KEPT_ORDER_LENGTH_MAX ? storedOrder(order) : null

const lengthOf = ({ slug, params }: RequestedCall): number =>
  isInputText(params) ? params.json.length : JSON.stringify({ slug, params }).length

export const isEnded = ({ standing: { state } }: AgentTask): boolean =>
  state !== 'input-required' && state !== 'working'

const stateName = (state: Standing['state']): string =>
  `TASK_STATE_${state.toUpperCase().replace('-', '_')}`

type Json = Readonly<Record<string, unknown>>

/** The status of a task as A2A writes it. */
export function statusOf({ id, contextId, updated, standing }: AgentTask, extension: string): Json {
  const { state, text, data, metadata } = standing
  return {
    state: stateName(state),
    timestamp: new Date(updated).toISOString(),
    message: {
      messageId: `${id}-${updated}`,
      taskId: id,
      contextId,
      role: 'ROLE_AGENT',
      parts: [{ text }, ...(data === undefined ? [] : [{ data, mediaType: 'application/json' }])],
      ...(Object.keys(metadata).length > 0 && { metadata, extensions: [extension] }),
    },
  }
}

export function artifactsOf({ id, standing: { artifact } }: AgentTask): readonly Json[] {
  if (!artifact) return []
  const { parts, metadata } = artifact
  const said = Object.keys(metadata).length > 0 ? { metadata } : {}
  return [{ artifactId: `${id}-answer`, name: 'answer', parts, ...said }]
}

/** A task as A2A writes it. */
export const jsonOf = (task: AgentTask, extension: string): Json => ({
  id: task.id,
  contextId: task.contextId,
  status: statusOf(task, extension),
  artifacts: artifactsOf(task),
})
