from collections.abc import AsyncIterator
from typing import Any, Optional, Union

from .amend_message import AmendMessage
from .base_client import GraphOperations
from .base_model import UNSET, UnsetType
from .compact import Compact
from .context_of import ContextOf
from .create_conversation import CreateConversation
from .delete_conversation import DeleteConversation
from .delete_records import DeleteRecords
from .diff_of_branches import DiffOfBranches
from .draw_tree import DrawTree
from .enums import KeyOrder, MessageFormat, TranscriptValues, TranscriptView, TreeFormat
from .find_message import FindMessage
from .follow_conversation import FollowConversation
from .follow_conversations import FollowConversations
from .fork_conversation import ForkConversation
from .input_types import (
    AmendMessageInput,
    CompactInput,
    ConversationFilter,
    CreateConversationInput,
    DeleteInput,
    DeleteRecordsInput,
    ForkConversationInput,
    MergeInput,
    PlaceInput,
    PointInput,
    PutRecordsInput,
    RewindInput,
    StoreTurnInput,
    StoreTurnsInput,
    SwitchHeadInput,
    UndoInput,
    UpdateConversationInput,
)
from .kinds_of_records import KindsOfRecords
from .leaves_of_conversation import LeavesOfConversation
from .ledger_end import LedgerEnd
from .merge import Merge
from .put_records import PutRecords
from .records import Records
from .restore_conversation import RestoreConversation
from .rewind_conversation import RewindConversation
from .store_turn import StoreTurn
from .store_turns import StoreTurns
from .summaries_of_conversations import SummariesOfConversations
from .summary_of_conversation import SummaryOfConversation
from .switch_head import SwitchHead
from .transcript_items import TranscriptItems
from .turn_place import TurnPlace
from .undo import Undo
from .update_conversation import UpdateConversation


def gql(q: str) -> str:
    return q


class Operations(GraphOperations):
    async def store_turn(self, input: StoreTurnInput, **kwargs: Any) -> StoreTurn:
        query = gql("""
            mutation StoreTurn($input: StoreTurnInput!) {
              storeTurn(input: $input) {
                conversation {
                  id
                }
                message {
                  id
                }
                observation {
                  id
                }
                replayed
                leftTranscript
                forked
                warnings {
                  ...Warned
                }
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }

            fragment Warned on Warning {
              code
              message
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query, operation_name="StoreTurn", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return StoreTurn.model_validate(data)

    async def store_turns(self, input: StoreTurnsInput, **kwargs: Any) -> StoreTurns:
        query = gql("""
            mutation StoreTurns($input: StoreTurnsInput!) {
              storeTurns(input: $input) {
                results {
                  conversation {
                    id
                  }
                  message {
                    id
                  }
                  observation {
                    id
                  }
                  leftTranscript
                  forked
                  warnings {
                    ...Warned
                  }
                }
                replayed
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }

            fragment Warned on Warning {
              code
              message
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query, operation_name="StoreTurns", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return StoreTurns.model_validate(data)

    async def amend_message(
        self, input: AmendMessageInput, **kwargs: Any
    ) -> AmendMessage:
        query = gql("""
            mutation AmendMessage($input: AmendMessageInput!) {
              amendMessage(input: $input) {
                message {
                  id
                }
                observation {
                  id
                }
                replayed
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query, operation_name="AmendMessage", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return AmendMessage.model_validate(data)

    async def update_conversation(
        self, input: UpdateConversationInput, **kwargs: Any
    ) -> UpdateConversation:
        query = gql("""
            mutation UpdateConversation($input: UpdateConversationInput!) {
              updateConversation(input: $input) {
                conversation {
                  id
                }
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query,
            operation_name="UpdateConversation",
            variables=variables,
            **kwargs,
        )
        data = self.get_data(response)
        return UpdateConversation.model_validate(data)

    async def create_conversation(
        self, input: CreateConversationInput, **kwargs: Any
    ) -> CreateConversation:
        query = gql("""
            mutation CreateConversation($input: CreateConversationInput!) {
              createConversation(input: $input) {
                conversation {
                  id
                }
                replayed
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query,
            operation_name="CreateConversation",
            variables=variables,
            **kwargs,
        )
        data = self.get_data(response)
        return CreateConversation.model_validate(data)

    async def delete_conversation(
        self, input: DeleteInput, **kwargs: Any
    ) -> DeleteConversation:
        query = gql("""
            mutation DeleteConversation($input: DeleteInput!) {
              deleteConversation(input: $input) {
                conversation {
                  id
                  deletedAt
                }
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query,
            operation_name="DeleteConversation",
            variables=variables,
            **kwargs,
        )
        data = self.get_data(response)
        return DeleteConversation.model_validate(data)

    async def restore_conversation(
        self, input: DeleteInput, **kwargs: Any
    ) -> RestoreConversation:
        query = gql("""
            mutation RestoreConversation($input: DeleteInput!) {
              restoreConversation(input: $input) {
                conversation {
                  id
                }
                replayed
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query,
            operation_name="RestoreConversation",
            variables=variables,
            **kwargs,
        )
        data = self.get_data(response)
        return RestoreConversation.model_validate(data)

    async def fork_conversation(
        self, input: ForkConversationInput, **kwargs: Any
    ) -> ForkConversation:
        query = gql("""
            mutation ForkConversation($input: ForkConversationInput!) {
              forkConversation(input: $input) {
                conversation {
                  id
                }
                sharedLength
                pathHash
                copied
                replayed
                warnings {
                  ...Warned
                }
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }

            fragment Warned on Warning {
              code
              message
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query,
            operation_name="ForkConversation",
            variables=variables,
            **kwargs,
        )
        data = self.get_data(response)
        return ForkConversation.model_validate(data)

    async def rewind_conversation(
        self, input: RewindInput, **kwargs: Any
    ) -> RewindConversation:
        query = gql("""
            mutation RewindConversation($input: RewindInput!) {
              rewindConversation(input: $input) {
                ...HeadMoved
              }
            }

            fragment HeadMoved on HeadPayload {
              conversation {
                id
                head {
                  id
                  turn
                }
              }
              event {
                headFrom {
                  id
                }
              }
              leftTranscript
              replayed
              userErrors {
                ...Refused
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query,
            operation_name="RewindConversation",
            variables=variables,
            **kwargs,
        )
        data = self.get_data(response)
        return RewindConversation.model_validate(data)

    async def switch_head(self, input: SwitchHeadInput, **kwargs: Any) -> SwitchHead:
        query = gql("""
            mutation SwitchHead($input: SwitchHeadInput!) {
              switchHead(input: $input) {
                ...HeadMoved
              }
            }

            fragment HeadMoved on HeadPayload {
              conversation {
                id
                head {
                  id
                  turn
                }
              }
              event {
                headFrom {
                  id
                }
              }
              leftTranscript
              replayed
              userErrors {
                ...Refused
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query, operation_name="SwitchHead", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return SwitchHead.model_validate(data)

    async def undo(self, input: UndoInput, **kwargs: Any) -> Undo:
        query = gql("""
            mutation Undo($input: UndoInput!) {
              undo(input: $input) {
                ...HeadMoved
              }
            }

            fragment HeadMoved on HeadPayload {
              conversation {
                id
                head {
                  id
                  turn
                }
              }
              event {
                headFrom {
                  id
                }
              }
              leftTranscript
              replayed
              userErrors {
                ...Refused
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query, operation_name="Undo", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return Undo.model_validate(data)

    async def merge(self, input: MergeInput, **kwargs: Any) -> Merge:
        query = gql("""
            mutation Merge($input: MergeInput!) {
              mergeConversations(input: $input) {
                join {
                  id
                }
                verdict
                refuted {
                  conversation {
                    id
                  }
                  reason
                }
                replayed
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query, operation_name="Merge", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return Merge.model_validate(data)

    async def compact(self, input: CompactInput, **kwargs: Any) -> Compact:
        query = gql("""
            mutation Compact($input: CompactInput!) {
              compact(input: $input) {
                marker {
                  id
                }
                replayed
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query, operation_name="Compact", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return Compact.model_validate(data)

    async def summaries_of_conversations(
        self,
        filter_: Union[Optional[ConversationFilter], UnsetType] = UNSET,
        first: Union[Optional[int], UnsetType] = UNSET,
        after: Union[Optional[str], UnsetType] = UNSET,
        **kwargs: Any,
    ) -> SummariesOfConversations:
        query = gql("""
            query SummariesOfConversations($filter: ConversationFilter, $first: Int, $after: String) {
              conversations(filter: $filter, first: $first, after: $after) {
                nodes {
                  ...ConversationSummary
                }
                pageInfo {
                  hasNextPage
                  endCursor
                }
              }
            }

            fragment ConversationSummary on Conversation {
              id
              title
              preview
              turnCount
              createdAt
              updatedAt
              deletedAt
              origin
              cwd
              metadata
              head {
                id
              }
              forkedFrom {
                conversation {
                  id
                }
                turn
              }
            }
            """)
        variables: dict[str, object] = {
            "filter": filter_,
            "first": first,
            "after": after,
        }
        response = await self.execute(
            query=query,
            operation_name="SummariesOfConversations",
            variables=variables,
            **kwargs,
        )
        data = self.get_data(response)
        return SummariesOfConversations.model_validate(data)

    async def summary_of_conversation(
        self, id: str, **kwargs: Any
    ) -> SummaryOfConversation:
        query = gql("""
            query SummaryOfConversation($id: ID!) {
              conversation(id: $id) {
                ...ConversationSummary
              }
            }

            fragment ConversationSummary on Conversation {
              id
              title
              preview
              turnCount
              createdAt
              updatedAt
              deletedAt
              origin
              cwd
              metadata
              head {
                id
              }
              forkedFrom {
                conversation {
                  id
                }
                turn
              }
            }
            """)
        variables: dict[str, object] = {"id": id}
        response = await self.execute(
            query=query,
            operation_name="SummaryOfConversation",
            variables=variables,
            **kwargs,
        )
        data = self.get_data(response)
        return SummaryOfConversation.model_validate(data)

    async def find_message(self, id: str, turn_id: str, **kwargs: Any) -> FindMessage:
        query = gql("""
            query FindMessage($id: ID!, $turnId: ID!) {
              conversation(id: $id) {
                message(turnId: $turnId) {
                  id
                  role
                }
              }
            }
            """)
        variables: dict[str, object] = {"id": id, "turnId": turn_id}
        response = await self.execute(
            query=query, operation_name="FindMessage", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return FindMessage.model_validate(data)

    async def turn_place(
        self,
        id: str,
        view: TranscriptView,
        last: int,
        before: Union[Optional[str], UnsetType] = UNSET,
        **kwargs: Any,
    ) -> TurnPlace:
        query = gql("""
            query TurnPlace($id: ID!, $view: TranscriptView!, $last: Int!, $before: String) {
              conversation(id: $id) {
                transcript(view: $view, last: $last, before: $before) {
                  nodes {
                    observation {
                      id
                    }
                  }
                  pageInfo {
                    hasPreviousPage
                    startCursor
                  }
                }
              }
            }
            """)
        variables: dict[str, object] = {
            "id": id,
            "view": view,
            "last": last,
            "before": before,
        }
        response = await self.execute(
            query=query, operation_name="TurnPlace", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return TurnPlace.model_validate(data)

    async def transcript_items(
        self,
        id: str,
        view: Union[Optional[TranscriptView], UnsetType] = UNSET,
        values: Union[Optional[TranscriptValues], UnsetType] = UNSET,
        include_deleted: Union[Optional[bool], UnsetType] = UNSET,
        at: Union[Optional[PointInput], UnsetType] = UNSET,
        first: Union[Optional[int], UnsetType] = UNSET,
        after: Union[Optional[str], UnsetType] = UNSET,
        last: Union[Optional[int], UnsetType] = UNSET,
        before: Union[Optional[str], UnsetType] = UNSET,
        **kwargs: Any,
    ) -> TranscriptItems:
        query = gql("""
            query TranscriptItems($id: ID!, $view: TranscriptView, $values: TranscriptValues, $includeDeleted: Boolean, $at: PointInput, $first: Int, $after: String, $last: Int, $before: String) {
              conversation(id: $id) {
                transcript(
                  view: $view
                  values: $values
                  includeDeleted: $includeDeleted
                  at: $at
                  first: $first
                  after: $after
                  last: $last
                  before: $before
                ) {
                  nodes {
                    ...TranscriptItem
                  }
                  pageInfo {
                    hasNextPage
                    hasPreviousPage
                    startCursor
                    endCursor
                  }
                }
              }
            }

            fragment Block on ContentBlock {
              __typename
              ... on TextBlock {
                text
              }
              ... on ThinkingBlock {
                thinking
                signature
              }
              ... on ToolCallBlock {
                callId
                name
                input
              }
              ... on ToolResultBlock {
                callId
                result: content
                isError
              }
              ... on AttachmentBlock {
                fileName
                kind
                attachment {
                  id
                  mediaType
                  byteSize
                  uri
                }
              }
              ... on OtherBlock {
                value
              }
            }

            fragment TranscriptItem on TranscriptEntry {
              position
              role
              text
              deleted
              inherited
              synthetic
              content {
                ...Block
              }
              message {
                id
                turnId
              }
              observation {
                id
                kind
                turn
                observedAt
                model
                metadata
              }
            }
            """)
        variables: dict[str, object] = {
            "id": id,
            "view": view,
            "values": values,
            "includeDeleted": include_deleted,
            "at": at,
            "first": first,
            "after": after,
            "last": last,
            "before": before,
        }
        response = await self.execute(
            query=query, operation_name="TranscriptItems", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return TranscriptItems.model_validate(data)

    async def leaves_of_conversation(
        self,
        id: str,
        first: Union[Optional[int], UnsetType] = UNSET,
        after: Union[Optional[str], UnsetType] = UNSET,
        **kwargs: Any,
    ) -> LeavesOfConversation:
        query = gql("""
            query LeavesOfConversation($id: ID!, $first: Int, $after: String) {
              conversation(id: $id) {
                leaves(first: $first, after: $after) {
                  nodes {
                    ...Leaf
                  }
                  pageInfo {
                    hasNextPage
                    endCursor
                  }
                }
              }
            }

            fragment Leaf on Observation {
              id
              kind
              role
              text
              turn
              observedAt
              message {
                id
                turnId
              }
            }
            """)
        variables: dict[str, object] = {"id": id, "first": first, "after": after}
        response = await self.execute(
            query=query,
            operation_name="LeavesOfConversation",
            variables=variables,
            **kwargs,
        )
        data = self.get_data(response)
        return LeavesOfConversation.model_validate(data)

    async def context_of(
        self,
        id: str,
        format: MessageFormat,
        at: Union[Optional[PointInput], UnsetType] = UNSET,
        **kwargs: Any,
    ) -> ContextOf:
        query = gql("""
            query ContextOf($id: ID!, $format: MessageFormat!, $at: PointInput) {
              conversation(id: $id) {
                contextMessages(format: $format, at: $at)
                contextSystem(at: $at)
              }
            }
            """)
        variables: dict[str, object] = {"id": id, "format": format, "at": at}
        response = await self.execute(
            query=query, operation_name="ContextOf", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return ContextOf.model_validate(data)

    async def diff_of_branches(
        self, base: PlaceInput, target: PlaceInput, **kwargs: Any
    ) -> DiffOfBranches:
        query = gql("""
            query DiffOfBranches($base: PlaceInput!, $target: PlaceInput!) {
              diff(base: $base, target: $target) {
                commonAncestor {
                  id
                  turn
                }
                baseOnly {
                  ...TranscriptItem
                }
                targetOnly {
                  ...TranscriptItem
                }
                baseOnlyCount
                targetOnlyCount
                changed {
                  message {
                    id
                    turnId
                  }
                  textDiff
                }
                markdown
              }
            }

            fragment Block on ContentBlock {
              __typename
              ... on TextBlock {
                text
              }
              ... on ThinkingBlock {
                thinking
                signature
              }
              ... on ToolCallBlock {
                callId
                name
                input
              }
              ... on ToolResultBlock {
                callId
                result: content
                isError
              }
              ... on AttachmentBlock {
                fileName
                kind
                attachment {
                  id
                  mediaType
                  byteSize
                  uri
                }
              }
              ... on OtherBlock {
                value
              }
            }

            fragment TranscriptItem on TranscriptEntry {
              position
              role
              text
              deleted
              inherited
              synthetic
              content {
                ...Block
              }
              message {
                id
                turnId
              }
              observation {
                id
                kind
                turn
                observedAt
                model
                metadata
              }
            }
            """)
        variables: dict[str, object] = {"base": base, "target": target}
        response = await self.execute(
            query=query, operation_name="DiffOfBranches", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return DiffOfBranches.model_validate(data)

    async def draw_tree(
        self,
        id: str,
        format: TreeFormat,
        max_nodes: int,
        unfold: bool,
        family: Union[Optional[bool], UnsetType] = UNSET,
        **kwargs: Any,
    ) -> DrawTree:
        query = gql("""
            query DrawTree($id: ID!, $format: TreeFormat!, $maxNodes: Int!, $unfold: Boolean!, $family: Boolean = false) {
              conversation(id: $id) {
                tree(format: $format, maxNodes: $maxNodes, unfold: $unfold, family: $family)
              }
            }
            """)
        variables: dict[str, object] = {
            "id": id,
            "format": format,
            "maxNodes": max_nodes,
            "unfold": unfold,
            "family": family,
        }
        response = await self.execute(
            query=query, operation_name="DrawTree", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return DrawTree.model_validate(data)

    async def ledger_end(self, id: str, **kwargs: Any) -> LedgerEnd:
        query = gql("""
            query LedgerEnd($id: ID!) {
              conversation(id: $id) {
                deletedAt
                events(first: 1) {
                  nodes {
                    seq
                  }
                }
              }
            }
            """)
        variables: dict[str, object] = {"id": id}
        response = await self.execute(
            query=query, operation_name="LedgerEnd", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return LedgerEnd.model_validate(data)

    async def follow_conversation(
        self, id: str, after_seq: Union[Optional[int], UnsetType] = UNSET, **kwargs: Any
    ) -> AsyncIterator[FollowConversation]:
        query = gql("""
            subscription FollowConversation($id: ID!, $afterSeq: Int) {
              conversationChanged(id: $id, afterSeq: $afterSeq) {
                id
                seq
                kind
                at
                note
                actor
                details
                pathHash
                conversation {
                  id
                  deletedAt
                }
                headFrom {
                  id
                }
                headTo {
                  id
                }
                observations {
                  ...Leaf
                }
                observationCount
              }
            }

            fragment Leaf on Observation {
              id
              kind
              role
              text
              turn
              observedAt
              message {
                id
                turnId
              }
            }
            """)
        variables: dict[str, object] = {"id": id, "afterSeq": after_seq}
        async for data in self.execute_ws(
            query=query,
            operation_name="FollowConversation",
            variables=variables,
            **kwargs,
        ):
            yield FollowConversation.model_validate(data)

    async def follow_conversations(
        self,
        filter_: Union[Optional[ConversationFilter], UnsetType] = UNSET,
        **kwargs: Any,
    ) -> AsyncIterator[FollowConversations]:
        query = gql("""
            subscription FollowConversations($filter: ConversationFilter) {
              conversationsChanged(filter: $filter) {
                ...ConversationSummary
              }
            }

            fragment ConversationSummary on Conversation {
              id
              title
              preview
              turnCount
              createdAt
              updatedAt
              deletedAt
              origin
              cwd
              metadata
              head {
                id
              }
              forkedFrom {
                conversation {
                  id
                }
                turn
              }
            }
            """)
        variables: dict[str, object] = {"filter": filter_}
        async for data in self.execute_ws(
            query=query,
            operation_name="FollowConversations",
            variables=variables,
            **kwargs,
        ):
            yield FollowConversations.model_validate(data)

    async def records(
        self,
        id: Union[Optional[str], UnsetType] = UNSET,
        kind: Union[Optional[str], UnsetType] = UNSET,
        kind_prefix: Union[Optional[str], UnsetType] = UNSET,
        keys: Union[Optional[list[str]], UnsetType] = UNSET,
        key_prefix: Union[Optional[str], UnsetType] = UNSET,
        before_key: Union[Optional[str], UnsetType] = UNSET,
        order: Union[Optional[KeyOrder], UnsetType] = UNSET,
        first: Union[Optional[int], UnsetType] = UNSET,
        after: Union[Optional[str], UnsetType] = UNSET,
        **kwargs: Any,
    ) -> Records:
        query = gql("""
            query Records($id: ID, $kind: String, $kindPrefix: String, $keys: [String!], $keyPrefix: String, $beforeKey: String, $order: KeyOrder, $first: Int, $after: String) {
              records(
                conversationId: $id
                kind: $kind
                kindPrefix: $kindPrefix
                keys: $keys
                keyPrefix: $keyPrefix
                beforeKey: $beforeKey
                order: $order
                first: $first
                after: $after
              ) {
                nodes {
                  ...StateRecordItem
                }
                pageInfo {
                  hasNextPage
                  endCursor
                }
              }
            }

            fragment StateRecordItem on StateRecord {
              conversation {
                id
              }
              kind
              key
              parentKey
              value
              base64
              version
              storedAt
              observation {
                id
              }
            }
            """)
        variables: dict[str, object] = {
            "id": id,
            "kind": kind,
            "kindPrefix": kind_prefix,
            "keys": keys,
            "keyPrefix": key_prefix,
            "beforeKey": before_key,
            "order": order,
            "first": first,
            "after": after,
        }
        response = await self.execute(
            query=query, operation_name="Records", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return Records.model_validate(data)

    async def kinds_of_records(
        self,
        id: Union[Optional[str], UnsetType] = UNSET,
        prefix: Union[Optional[str], UnsetType] = UNSET,
        after: Union[Optional[str], UnsetType] = UNSET,
        **kwargs: Any,
    ) -> KindsOfRecords:
        query = gql("""
            query KindsOfRecords($id: ID, $prefix: String, $after: String) {
              recordKinds(conversationId: $id, prefix: $prefix, after: $after)
            }
            """)
        variables: dict[str, object] = {"id": id, "prefix": prefix, "after": after}
        response = await self.execute(
            query=query, operation_name="KindsOfRecords", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return KindsOfRecords.model_validate(data)

    async def put_records(self, input: PutRecordsInput, **kwargs: Any) -> PutRecords:
        query = gql("""
            mutation PutRecords($input: PutRecordsInput!) {
              putRecords(input: $input) {
                records {
                  kind
                  key
                  version
                  storedAt
                }
                replayed
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query, operation_name="PutRecords", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return PutRecords.model_validate(data)

    async def delete_records(
        self, input: DeleteRecordsInput, **kwargs: Any
    ) -> DeleteRecords:
        query = gql("""
            mutation DeleteRecords($input: DeleteRecordsInput!) {
              deleteRecords(input: $input) {
                deleted
                replayed
                userErrors {
                  ...Refused
                }
              }
            }

            fragment Refused on UserError {
              code
              message
              field
              details
            }
            """)
        variables: dict[str, object] = {"input": input}
        response = await self.execute(
            query=query, operation_name="DeleteRecords", variables=variables, **kwargs
        )
        data = self.get_data(response)
        return DeleteRecords.model_validate(data)
