import { writeFile } from 'node:fs/promises'
import { allRecordings, RECORDINGS } from '../test/support/recordings/form.ts'
import { indexOf } from './_recordings.ts'
import { upstreams } from './_upstreams.ts'

/** `npm run recordings`: writes the index of the recorded answers. */
await writeFile(new URL('INDEX.md', RECORDINGS), indexOf(await allRecordings(), await upstreams()))
