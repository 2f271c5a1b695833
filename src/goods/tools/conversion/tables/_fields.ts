import { z } from 'zod'
import { jsonRows } from '../../../../base/lib/json-guard.ts'

export const rowsField = () =>
  jsonRows().describe(
    'Rows as objects, up to 10,000 rows and 2 MB; a missing key is an empty cell.',
  )

export const column = () => z.string().min(1).max(200)

export const columnList = (most: number) => z.array(column()).max(most)

export const LONG_CHARACTERS = 200_000
export const MANY_ROWS = 1_000
