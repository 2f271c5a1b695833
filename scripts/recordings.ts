import { writeFile } from 'node:fs/promises'
import { allRecordings, RECORDINGS, sought } from '../test/support/recordings/form.ts'
import { indexOf } from './_recordings.ts'
import { upstreams } from './_upstreams.ts'

/** `npm run recordings`: writes the index of the recorded answers. */
const index = indexOf(await allRecordings(), await upstreams(), await sought())
await writeFile(new URL('INDEX.md', RECORDINGS), index)
