import { Fault } from '../core/fault.ts'

/** Null where the provider says that it has no such thing; every other fault stays one. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'not_found') return null
    throw thrown
  }
}
