#!/bin/bash
# Starts the server of Neo4j by the variables that the official image takes: NEO4J_AUTH, and NEO4J_a_b__c=v for the setting a.b_c.
set -eu
conf=$NEO4J_CONF/neo4j.conf

if [ "${1:-}" != neo4j ]; then exec "$@"; fi

{
  echo server.directories.data=/data
  echo server.directories.logs=/logs
  echo server.default_listen_address=0.0.0.0
  echo server.directories.transaction.logs.root=/data/transactions
  while IFS='=' read -r -d '' name value; do
    case $name in
      NEO4J_AUTH | NEO4J_HOME | NEO4J_CONF | NEO4J_server_memory_heap_*) ;;
      NEO4J_*)
        setting=${name#NEO4J_}
        setting=${setting//__/$'\x01'}
        setting=${setting//_/.}
        echo "${setting//$'\x01'/_}=$value"
        ;;
    esac
  done < <(env -0)
} >"$conf"
chown -R neo4j:neo4j /data /logs "$NEO4J_CONF"

password=${NEO4J_AUTH#neo4j/}
if [ ! -d /data/databases ]; then
  if [ ${#password} -lt 8 ]; then
    echo "Invalid value for NEO4J_AUTH: $NEO4J_AUTH" >&2
    exit 1
  fi
  gosu neo4j java -cp "$NEO4J_HOME/lib/*" org.neo4j.server.startup.Neo4jAdminCommand dbms set-initial-password "$password"
fi

opened=(java.nio java.io sun.nio.ch java.util.concurrent)
opened=("${opened[@]/#/--add-opens=java.base/}")
opened=("${opened[@]/%/=ALL-UNNAMED}")
exec gosu neo4j java "-Xms${NEO4J_server_memory_heap_initial__size:-512m}" "-Xmx${NEO4J_server_memory_heap_max__size:-512m}" \
  -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "${opened[@]}" \
  -cp "$NEO4J_HOME/lib/*" org.neo4j.server.CommunityEntryPoint --home-dir="$NEO4J_HOME" --config-dir="$NEO4J_CONF" --console-mode
