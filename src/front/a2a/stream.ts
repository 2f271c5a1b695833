import { A2A_EXTENSION } from '../surfaces/agent-card.ts'
import { errorReply } from './faults.ts'
import { Fault } from '../../base/core/fault.ts'
import { artifactsOf, jsonOf, statusOf, type AgentTask } from './task.ts'

/** Proxies close what stays silent for longer. */
const COMMENT_EVERY_MS = 15_000

/** The current state of a task, and then its changes. */
export async function* eventsOf(
  task: AgentTask,
  end: Promise<AgentTask>,
  onTrouble: (what: string, cause: unknown) => void,
): AsyncIterable<string> {
  // The client may leave before the result is known; then a failure is not reported.
  end.catch(() => {})
  yield event({ task: jsonOf(task, A2A_EXTENSION) })
  for (;;) {
    const next = await Promise.race([known(end), silence()])
    if (next === null) {
      yield ': still working\n\n'
      continue
    }
    if ('fault' in next) {
      if (next.fault.code === 'internal') onTrouble('agent', next.fault.cause)
      const { body } = errorReply(next.fault)
      if (body.kind === 'json') yield `data: ${body.text}\n\n`
      return
    }
    const { id: taskId, contextId } = next.task
    for (const artifact of artifactsOf(next.task))
      yield event({
        artifactUpdate: { taskId, contextId, artifact, append: false, lastChunk: true },
      })
    yield event({
      statusUpdate: { taskId, contextId, status: statusOf(next.task, A2A_EXTENSION) },
    })
    return
  }
}

type TaskEnd = { readonly task: AgentTask } | { readonly fault: Fault }

const known = (end: Promise<AgentTask>): Promise<TaskEnd> =>
  end.then(
    (task) => ({ task }),
    (thrown: unknown) => ({ fault: Fault.from(thrown) }),
  )

const silence = (): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(resolve, COMMENT_EVERY_MS, null).unref()
  })

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
