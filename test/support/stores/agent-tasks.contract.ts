import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createAgentTaskStore, type AgentTaskStore } from '../../../src/stores/agent-tasks.ts'
import { createJobStore } from '../../../src/stores/jobs.ts'
import { atOnce } from '../calls.ts'
import { countTrue, useDatabase, type Engine } from '../engines.ts'

const NOW = 1_000
const EXPIRES = 9_000

export function agentTasksContract(engine: Engine): void {
  const db = useDatabase(engine)
  let tasks: AgentTaskStore
  let context: string

  beforeEach(() => {
    tasks = createAgentTaskStore(db())
    context = randomUUID()
  })

  async function saved(
    state: 'open' | 'ended',
    now = NOW,
    id: string = randomUUID(),
  ): Promise<string> {
    const row = { id, context, client: 'client', slug: 'tool', state, lease: 0 }
    await tasks.save({ ...row, expires: now + EXPIRES, task: `{"at":${now}}` }, now)
    return id
  }

  test('of many calls that take an open task, one has it until its lease ends', async () => {
    const id = await saved('open')
    expect(countTrue(await atOnce(6, () => tasks.take(id, NOW + 100, NOW)))).toBe(1)
    expect(await tasks.find(id, NOW)).toMatchObject({ state: 'busy', lease: NOW + 100 })
    expect(await tasks.take(id, NOW + 500, NOW + 99)).toBe(false)
    expect(await tasks.take(id, NOW + 500, NOW + 100)).toBe(true)
  })

  test('a task that has ended is taken by nobody', async () => {
    expect(await tasks.take(await saved('ended'), NOW + 100, NOW)).toBe(false)
    expect(await tasks.take(randomUUID(), NOW + 100, NOW)).toBe(false)
  })

  test('what is saved again replaces what was there, and lives anew', async () => {
    const id = await saved('open')
    await saved('ended', NOW + 5, id)
    const row = { id, context, state: 'ended', lease: 0, updated: NOW + 5, task: '{"at":1005}' }
    expect(await tasks.find(id, NOW + EXPIRES)).toEqual(row)
    expect(await tasks.find(id, NOW + 5 + EXPIRES)).toBeNull()
  })

  test('a context lists its own tasks, the latest first', async () => {
    const ids = [
      await saved('open', NOW),
      await saved('ended', NOW + 1),
      await saved('open', NOW + 2),
    ]
    const listed = await tasks.ofContext(context, 2, NOW + 2)
    expect(listed.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect(await tasks.ofContext(randomUUID(), 2, NOW)).toEqual([])
  })

  test('no task is a job to anybody, and tasks are forgotten with the jobs', async () => {
    const jobs = createJobStore(db())
    const id = await saved('open')
    expect(await jobs.find(id)).toBeNull()
    await tasks.take(id, NOW, NOW)
    expect((await jobs.lost(NOW + 1)).map((lost) => lost.id)).not.toContain(id)
    await jobs.forget(NOW + EXPIRES)
    expect(await tasks.find(id, NOW)).toBeNull()
  })
}
