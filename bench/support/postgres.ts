import { readFile } from 'node:fs/promises'
import { Client } from 'pg'

/** The first process of the engine, whose children are its sessions. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const session = new Client(databaseUrl)
  await session.connect()
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  const status = await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8')
  await session.end()
  return Number(status.split(') ')[1]!.split(' ')[1])
}
