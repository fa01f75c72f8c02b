import { javaFor, lineNames, lines, resolveClasspath } from './lines.ts'

// Fetches the servers of every line, so that starting one later needs no network.
for (const line of lineNames) {
  const classpath = await resolveClasspath(line)
  const java = await javaFor(line)
  console.log(`Neo4j ${lines[line].version}: ${classpath.split(':').length} jars, Java ${java?.version ?? 'missing'}.`)
  if (!java) process.exitCode = 1
}
