/** What keeps an instance from starting, as its operator can act on it. Bugs show their stack. */
export function startProblem(
  thrown: unknown,
  settings: Readonly<Record<string, string | undefined>>,
): string {
  const { code, syscall, port, path } = thrown as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `PORT: ${port ?? ''} is taken; set PORT to another one.`
  if (code === 'EADDRNOTAVAIL') return 'HOST: this machine has no such address.'
  if (code === 'EACCES' && syscall === 'listen')
    return `PORT: ${port ?? ''} may not be used by this user; set PORT to one above 1023.`
  if (path !== undefined && code !== undefined)
    return `DATA_DIR: ${path} cannot be used (${code}); set DATA_DIR to a folder that can be written to.`
  if (settings['DATABASE_URL'] && isOfDatabase(thrown))
    return `DATABASE_URL: the database cannot be used: ${reasonOf(thrown)}`
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'EAI_AGAIN'])
/** What PostgreSQL itself answers has a code of five signs. */
const SQL_STATE = /^[0-9A-Z]{5}$/

function isOfDatabase(thrown: unknown): boolean {
  const errors = thrown instanceof AggregateError ? thrown.errors : [thrown]
  return errors.some((error: unknown) => {
    const { code, cause } = error as { code?: string; cause?: unknown }
    if (code !== undefined && (UNREACHABLE.has(code) || SQL_STATE.test(code))) return true
    if (error instanceof Error && /timeout|terminated/i.test(error.message)) return true
    return cause !== undefined && isOfDatabase(cause)
  })
}

function reasonOf(thrown: unknown): string {
  const error: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  const { message, code } = error as { message?: string; code?: string }
  return (message || code || 'no reason given').split('\n')[0] ?? ''
}
