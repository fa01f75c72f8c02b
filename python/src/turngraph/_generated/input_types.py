from typing import Any, Optional

from pydantic import Field

from .given import GivenModel as BaseModel
from .enums import (
    Descend,
    ForkBoundary,
    GateOver,
    IfEqual,
    IfExists,
    MergeStrategy,
    OnConflict,
    OriginKind,
    Role,
    RunState,
)


class ConversationFilter(BaseModel):
    """Which conversations to list: those that meet every given condition."""

    origin: Optional[list[OriginKind]] = None
    "From one of these origins."
    cwd: Optional[str] = None
    "With exactly this working directory."
    cwds: Optional[list[str]] = None
    "With exactly one of these working directories, at most 1,000: those of a repository and its work trees, say."
    title: Optional[str] = None
    "With this text in the title, without regard to case. A title derived from another conversation's turn (a fork's or a copy's) is\ncompared as it was stored, which may be from before a correction of that turn."
    active_after: Optional[str] = Field(alias="activeAfter", default=None)
    "Active at this time or later."
    active_before: Optional[str] = Field(alias="activeBefore", default=None)
    "Active at this time or earlier."
    forked_from: Optional[str] = Field(alias="forkedFrom", default=None)
    "Forked directly from this conversation."
    include_deleted: Optional[bool] = Field(alias="includeDeleted", default=False)
    "Whether deleted ones are among them."
    metadata: Optional[Any] = None
    "With metadata that has these members with equal values."
    forks: Optional[bool] = None
    "Whether forks are among them; they are unless this is false."
    sidechains: Optional[bool] = True
    "Whether sidechains (conversations that a tool call started) are among them."
    archived: Optional[bool] = False
    "Archived ones: left out unless this is true (they alone) or null (both)."
    pinned: Optional[bool] = None
    "Pinned ones: they alone (true), none of them (false) or both (left out)."
    failures: Optional[bool] = None
    "With at least one failed tool call of their own, as `treeShape.failedCalls` counts them: they alone (true), none of them (false) or both (left out). Subscriptions do not look at it."
    text: Optional[str] = None
    "With these words in any of their turns as they are now, inherited ones included; written as for `search`."


class PointInput(BaseModel):
    """A point in a conversation's tree or inherited past."""

    message_id: Optional[str] = Field(alias="messageId", default=None)
    "A message: its deepest observation on the head's path, else its newest one."
    observation_id: Optional[str] = Field(alias="observationId", default=None)
    "An observation."
    run_id: Optional[str] = Field(alias="runId", default=None)
    "A run: its end, or, as the point before which to cut, its beginning."
    turn: Optional[int] = None
    "The 1-based number of a turn on the head's path."
    start: Optional[bool] = None
    "True: the empty path, before the first turn."


class PlaceInput(BaseModel):
    """A place in any tree. A conversation means its head, a message its newest turn observation."""

    conversation_id: Optional[str] = Field(alias="conversationId", default=None)
    "A conversation's head."
    message_id: Optional[str] = Field(alias="messageId", default=None)
    "A message's newest turn observation."
    observation_id: Optional[str] = Field(alias="observationId", default=None)
    "An observation."


class ConversationKeyInput(BaseModel):
    """What a conversation without an id is known by."""

    first_user_message: Optional[str] = Field(alias="firstUserMessage", default=None)
    "The text of its first user turn."
    title: Optional[str] = None
    "Its title."


class StoreTurnInput(BaseModel):
    """One turn to store."""

    conversation_id: Optional[str] = Field(alias="conversationId", default=None)
    "The conversation's own id; one that does not exist yet is created; if left out, a new one is."
    conversation_key: Optional["ConversationKeyInput"] = Field(
        alias="conversationKey", default=None
    )
    "For hosts without ids: gives the same conversation id every time, unless `conversationId` is given. Best effort:\nconversations that begin with the same words are one."
    turn_id: Optional[str] = Field(alias="turnId", default=None)
    "The turn's id within the conversation; one is made when left out. Stored again, it is the same message."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."
    role: Role
    "Who speaks. A message keeps the role of its first observation."
    text: Optional[str] = None
    "Short for one text block; not together with `content`."
    content: Optional[list["ContentBlockInput"]] = None
    "The content, block by block."
    parent: Optional["ParentInput"] = None
    "What the turn continues, instead of what the rules say. Null written out: a new root."
    expected_head_id: Optional[str] = Field(alias="expectedHeadId", default=None)
    "The observation that must be the head. Null written out: the conversation must be empty."
    on_conflict: Optional[OnConflict] = Field(
        alias="onConflict", default=OnConflict.REJECT
    )
    "What happens when it is not."
    sender_id: Optional[str] = Field(alias="senderId", default=None)
    "Who sends it, in the host's words."
    sender_kind: Optional[str] = Field(alias="senderKind", default=None)
    "Which kind of sender that is, in the host's words."
    run_id: Optional[str] = Field(alias="runId", default=None)
    "The run that it belongs to, which must be open."
    observed_at: Optional[str] = Field(alias="observedAt", default=None)
    "When it happened; now when left out."
    model: Optional[str] = None
    "The model that answered."
    usage: Optional["UsageInput"] = None
    "What the answer cost."
    refers_to: Optional[list["ThingInput"]] = Field(alias="refersTo", default=None)
    "What it refers to. One that is unknown refuses the turn."
    supersedes: Optional[str] = None
    "A message whose place it takes: a new turn continues what that one continues. Off the path, or of another role, it is named\nas superseded only, with the warning NOT_IN_ITS_PLACE."
    if_equal: Optional[IfEqual] = Field(alias="ifEqual", default=IfEqual.RESTATE)
    "What becomes of a turn on the head's path that says the same again. A given parent, `supersedes` or another run is a version."
    attachments: Optional[list["AttachmentInput"]] = None
    "Bytes or URIs that go with it: blocks behind the content."
    branch_id: Optional[str] = Field(alias="branchId", default=None)
    "The branch that it belongs to, in the caller's words: the turn continues the last turn that was stored under it here,\ninstead of the head. Without any conversation id or key it names the conversation; names that every host\nuses (main, master, trunk, default, HEAD) do not."
    source_kind: Optional[str] = Field(alias="sourceKind", default=None)
    "Which kind of source stores it, in the caller's words."
    priority: Optional[int] = None
    "What it counts for in a snapshot; below 1000."
    metadata: Optional[Any] = None
    "Whatever the caller keeps with it."


class ParentInput(BaseModel):
    """The parent of a turn."""

    message_id: Optional[str] = Field(alias="messageId", default=None)
    "A message: its deepest observation on the head's path, else its newest one."
    observation_id: Optional[str] = Field(alias="observationId", default=None)
    "An observation."


class AttachmentInput(BaseModel):
    """What a turn attaches: exactly one of `base64` and `uri`."""

    name: Optional[str] = None
    "What it is called here; no path."
    media_type: Optional[str] = Field(alias="mediaType", default=None)
    "What kind of bytes it is, such as `image/png`."
    base_64: Optional[str] = Field(alias="base64", default=None)
    "The bytes, in base64. Large ones go to `PUT /attachments` first, and are embedded by their id."
    uri: Optional[str] = None
    "Its address, if the bytes are elsewhere. The server never fetches it."
    kind: Optional[str] = None
    "What it is for here, in the caller's words."
    environment: Optional[str] = None
    "In which environment it was made, in the caller's words."


class ContentBlockInput(BaseModel):
    """One piece of a turn's content."""

    text: Optional[str] = None
    "Plain text."
    thinking: Optional["ThinkingInput"] = None
    "What the model thought before it answered."
    tool_call: Optional["ToolCallInput"] = Field(alias="toolCall", default=None)
    "The model's call of a tool."
    tool_result: Optional["ToolResultInput"] = Field(alias="toolResult", default=None)
    "A tool's answer."
    attachment_id: Optional[str] = Field(alias="attachmentId", default=None)
    "An attachment that is there already, by its id. It keeps the file name that it was last sent with."
    other: Optional[Any] = None
    "Anything else, kept verbatim."


class ThinkingInput(BaseModel):
    """What a model thought before it answered."""

    thinking: str
    "The thought."
    signature: Optional[str] = None
    "The provider's signature of it."


class ToolCallInput(BaseModel):
    """A model's call of a tool."""

    call_id: str = Field(alias="callId")
    "Names the call; its result carries the same id."
    name: str
    "Name of the tool."
    input: Any
    "What the tool is given."


class ToolResultInput(BaseModel):
    """A tool's answer."""

    call_id: str = Field(alias="callId")
    "The call that it answers."
    content: Any
    "What the tool answered."
    is_error: Optional[bool] = Field(alias="isError", default=False)
    "Whether the tool failed."


class UsageInput(BaseModel):
    """Tokens and cost of one API answer."""

    input_tokens: Optional[int] = Field(alias="inputTokens", default=None)
    "Tokens sent."
    output_tokens: Optional[int] = Field(alias="outputTokens", default=None)
    "Tokens answered."
    cache_read_tokens: Optional[int] = Field(alias="cacheReadTokens", default=None)
    "Tokens read from a cache."
    cache_write_tokens: Optional[int] = Field(alias="cacheWriteTokens", default=None)
    "Tokens written to a cache."
    cost_usd: Optional[float] = Field(alias="costUsd", default=None)
    "Cost in US dollars."
    answer_id: Optional[str] = Field(alias="answerId", default=None)
    "The API answer's id: turns of one answer share it, and its usage counts once."


class StoreTurnsInput(BaseModel):
    """Turns to store together. Keys, heads and conflict rules are here, not on the turns."""

    turns: list["StoreTurnInput"]
    "The turns in order. Those without a conversation id go into one new conversation. With `records` or `runs` there may be none."
    runs: Optional[list["StoredRunInput"]] = None
    "Whole runs that come with their turns: each is claimed where its first turn goes and ends with its last one."
    conversation_id: Optional[str] = Field(alias="conversationId", default=None)
    "The conversation of the turns that name none, and of the records; of those the turns' own when left out."
    records: Optional[list["StateRecordInput"]] = None
    "State records that are written with the turns, in one transaction and under the same key."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "Covers the whole list."
    expected_head_id: Optional[str] = Field(alias="expectedHeadId", default=None)
    "The observation that must be the head. Null written out: the conversation must be empty."
    on_conflict: Optional[OnConflict] = Field(
        alias="onConflict", default=OnConflict.REJECT
    )
    "What happens when it is not."


class StoredRunInput(BaseModel):
    """A whole run that comes with its turns, which name it by `runId`. A run without a turn is placed at the final head of its conversation."""

    conversation_id: str = Field(alias="conversationId")
    "The conversation of its turns."
    run_id: str = Field(alias="runId")
    "Its id, which no run of the conversation had before."
    claimed_at: Optional[str] = Field(alias="claimedAt", default=None)
    "When it was claimed; the time of its first turn when left out."
    completed_at: Optional[str] = Field(alias="completedAt", default=None)
    "When it was completed; the time of its last turn when left out."
    state: Optional[RunState] = RunState.COMPLETED
    "Its state after its last turn. SUSPENDED is refused."
    settings: Optional[Any] = None
    "Model, seed, sampling and the like: a JSON object, stored unchanged."


class StateRecordInput(BaseModel):
    """A state record to write. Exactly one of `value` and `base64`."""

    kind: str
    "What it is: letters and digits first, then those and `_ . / | : % ~ -`, at most 512 bytes; encode foreign names in it as in\na URI. Records of a kind that ends with `.part` are parts of others: they are never listed over all conversations."
    key: str
    "Which one of its kind in its conversation: at most 1,024 bytes of UTF-8, no control characters."
    parent_key: Optional[str] = Field(alias="parentKey", default=None)
    "The key of the record that it follows or belongs to, as its program understands that."
    value: Optional[Any] = None
    "Any JSON but null."
    base_64: Optional[str] = Field(alias="base64", default=None)
    "Bytes, as base64."
    if_exists: Optional[IfExists] = Field(alias="ifExists", default=IfExists.REPLACE)
    "What happens when the key is there."
    expected_version: Optional[int] = Field(alias="expectedVersion", default=None)
    "The version that it must have now, 0: it must not be there. Else RECORD_CHANGED."
    observation_id: Optional[str] = Field(alias="observationId", default=None)
    "The observation it is about, recorded in the conversation or inherited: they are erased together."
    turn: Optional[int] = None
    "In `storeTurns`, the index of the turn among `turns`: it is about what that turn makes. Not together with `observationId`."


class PutRecordsInput(BaseModel):
    """State records to write."""

    conversation_id: str = Field(alias="conversationId")
    "The conversation's own id; one that does not exist yet is created."
    records: list["StateRecordInput"]
    "The records, at most 1,000. Of one that comes twice the last one holds."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."


class DeleteRecordsInput(BaseModel):
    """State records to delete: those that meet every given condition, all of the conversation when there is none."""

    conversation_id: str = Field(alias="conversationId")
    "The conversation's own id."
    kind: Optional[str] = None
    "Of exactly this kind."
    kind_prefix: Optional[str] = Field(alias="kindPrefix", default=None)
    "Of kinds that begin so; not together with `kind`."
    key_prefix: Optional[str] = Field(alias="keyPrefix", default=None)
    "Of keys that begin so."
    keys: Optional[list[str]] = None
    "Of these keys alone: of one kind, at most 1,000."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and deletes nothing more."


class CreateConversationInput(BaseModel):
    """A conversation to make."""

    id: Optional[str] = None
    "Its id; one is made when left out."
    title: Optional[str] = None
    "Its title; derived from its first user turn when left out."
    cwd: Optional[str] = None
    "The working directory it belongs to."
    metadata: Optional[Any] = None
    "Whatever its host keeps with it."
    origin: Optional[OriginKind] = OriginKind.HOST
    "Where it comes from."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."


class UpdateConversationInput(BaseModel):
    """What to change in a conversation."""

    id: str
    "The conversation's own id."
    title: Optional[str] = None
    "Its new title; an empty text clears it."
    metadata: Optional[Any] = None
    "Merged into its metadata key by key."
    archived: Optional[bool] = None
    "Whether it is archived: lists leave it out unless you ask for archived ones. Nothing else changes. It is the member `archived` of its metadata."
    pinned: Optional[bool] = None
    "Whether it is pinned, for all who see it. It is the member `pinned` of its metadata."
    retain_days: Optional[int] = Field(alias="retainDays", default=None)
    "How many days what it says is kept, at most 36,500, from the time when it came in: a daily sweep erases it then, for good. 0: for ever, whatever its\ntenant says; -1: as its tenant says, which is where it begins. What a fork shares with it is kept as long as the longer one says. Needs the scope ERASE\nas well. See docs/erasure.md."


class ForkConversationInput(BaseModel):
    """What to fork, and where. Without `at` and `before`: at the head."""

    source: str
    "The conversation to fork."
    at: Optional["PointInput"] = None
    "The last point that the fork carries."
    before: Optional["PointInput"] = None
    "The first point that the fork does not carry any more."
    boundary: Optional[ForkBoundary] = None
    "Where a fork may be made. When left out: RUN where a run is named, else MESSAGE."
    new_conversation_id: Optional[str] = Field(alias="newConversationId", default=None)
    "The fork's id; one is made when left out."
    title: Optional[str] = None
    "The fork's title; derived when left out."
    cwd: Optional[str] = None
    "The folder that the fork works in; that of its source when left out."
    metadata: Optional[Any] = None
    "Kept under the key `fork` of the fork's metadata, beside what its source's holds."
    actor: Optional[Any] = None
    "Who forks, for the ledger."
    note: Optional[str] = None
    "Why, for the ledger."
    origin: Optional[OriginKind] = OriginKind.HOST
    "Where the fork comes from."
    records: Optional[list["StateRecordInput"]] = None
    "State records of the fork, at most 1,000, written with it or not at all. They may be about what the fork inherits (`observationId`);\nno `turn` is stored here. The fork's event says how many they are (`details.records`), and there is no RECORD event beside it."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."
    dry_run: Optional[bool] = Field(alias="dryRun", default=False)
    "Answers the same without writing."


class RewindInput(BaseModel):
    """How far to move a head back. One of `to` and `before`."""

    conversation_id: str = Field(alias="conversationId")
    "The conversation's own id."
    to: Optional["PointInput"] = None
    "The point that becomes the head."
    before: Optional["PointInput"] = None
    "The head moves to before this point."
    expected_head_id: Optional[str] = Field(alias="expectedHeadId", default=None)
    "The observation that must be the head now. Null written out: the conversation must be empty."
    note: Optional[str] = None
    "Why, for the ledger."
    actor: Optional[Any] = None
    "Who moves it, for the ledger."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."


class SwitchHeadInput(BaseModel):
    """To which place a head moves: give `to` or `observationId`."""

    conversation_id: str = Field(alias="conversationId")
    "The conversation's own id."
    to: Optional["PointInput"] = None
    "The place that becomes the head, a leaf or not; `{start: true}` empties the path."
    observation_id: Optional[str] = Field(alias="observationId", default=None)
    "The leaf that becomes the head, or, with `descend: NEWEST`, any place in the tree."
    descend: Optional[Descend] = Descend.NONE
    "Whether to go on from there."
    expected_head_id: Optional[str] = Field(alias="expectedHeadId", default=None)
    "The observation that must be the head now. Null written out: the conversation must be empty."
    note: Optional[str] = None
    "Why, for the ledger."
    actor: Optional[Any] = None
    "Who moves it, for the ledger."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."


class UndoInput(BaseModel):
    """Whose last move of the head to take back."""

    conversation_id: str = Field(alias="conversationId")
    "The conversation's own id."
    to_empty: Optional[bool] = Field(alias="toEmpty", default=True)
    "Whether the path may be empty afterwards. False: an undo that would empty it is refused (BAD_INPUT)."
    expected_head_id: Optional[str] = Field(alias="expectedHeadId", default=None)
    "The observation that must be the head now. Null written out: the conversation must be empty."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."


class AmendMessageInput(BaseModel):
    """What to correct in a message."""

    message_id: str = Field(alias="messageId")
    "The message's id."
    fields: Any
    "The fields to correct, by the names of StoreTurnInput; null clears one. `text` means one text block. Unknown\nnames are stored. Fields that place a turn cannot be corrected."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."
    note: Optional[str] = None
    "A note for the ledger."


class DeleteInput(BaseModel):
    """What to delete or restore."""

    id: str
    "Its own id."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."
    note: Optional[str] = None
    "A note for the ledger."


class CompactInput(BaseModel):
    """Exchanges to sum up. An exchange is a user's turn up to, not including, the next one; what only answers tool calls begins none."""

    conversation_id: str = Field(alias="conversationId")
    "The conversation's own id."
    from_: "PointInput" = Field(alias="from")
    "The first turn of the first exchange, on the head's path; of a run: the one that it begins with."
    to: "PointInput"
    "The last turn of the last exchange, on the head's path; of a run: its end."
    summary: str
    "What the model gets instead."
    expected_head_id: Optional[str] = Field(alias="expectedHeadId", default=None)
    "The observation that must be the head now. Null written out: the conversation must be empty."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."


class MergeInput(BaseModel):
    """Branches to merge."""

    into: str
    "The conversation that they are merged into: its head becomes the join's first parent."
    from_: list[str] = Field(alias="from")
    "The conversations whose heads are merged, each once."
    strategy: MergeStrategy
    "What is taken of them."
    turns: Optional[list[str]] = None
    "Of CHERRY_PICK, and of that alone: the ids of the messages to pick, tool calls with their results."
    gate: Optional["GateInput"] = None
    "Of EVIDENCE, and of that alone: what judges each artifact."
    over: Optional[GateOver] = GateOver.EACH
    "Of EVIDENCE: whether the artifacts that each hold are judged together as well."
    reviewer: Optional[str] = None
    "Who answers for the merge, in the caller's words."
    actor: Optional[Any] = None
    "Who merged, in the caller's words: any JSON, stored in the event."
    expected_head_id: Optional[str] = Field(alias="expectedHeadId", default=None)
    "The observation that must be the head of `into` now. Null written out: it must be empty."
    note: Optional[str] = None
    "Why, for the ledger."
    idempotency_key: Optional[str] = Field(alias="idempotencyKey", default=None)
    "The same key with the same input gives the same answer and writes nothing new."


class GateInput(BaseModel):
    """What judges evidence, artifact by artifact."""

    json_schema: Optional[Any] = Field(alias="jsonSchema", default=None)
    "A JSON Schema of draft 6, 7, 2019-09 or 2020-12 (which is assumed): the artifact must be JSON that meets it. `format` is not\nchecked, and nothing is fetched."
    command: Optional[str] = None
    "The name of a command that the operator configured in GATES: the artifact survives where it ends with status 0."


class ThingInput(BaseModel):
    """Either end of a relationship. A merged entity means the one that it was merged into."""

    conversation_id: Optional[str] = Field(alias="conversationId", default=None)
    "A conversation."
    message_id: Optional[str] = Field(alias="messageId", default=None)
    "A message."
    entity_id: Optional[str] = Field(alias="entityId", default=None)
    "An entity."
    attachment_id: Optional[str] = Field(alias="attachmentId", default=None)
    "An attachment."
    entity: Optional["NamedEntityInput"] = None
    "An entity by its type and name: the oldest of several. `refersTo` and `relate` make it where there is none."


class NamedEntityInput(BaseModel):
    """An entity as people name it: by its present name. Merged and deleted ones are not meant."""

    type_: str = Field(alias="type")
    "What kind of thing it is, in the caller's words."
    name: str
    "Its name."


StoreTurnInput.model_rebuild()
ContentBlockInput.model_rebuild()
StoreTurnsInput.model_rebuild()
PutRecordsInput.model_rebuild()
ForkConversationInput.model_rebuild()
RewindInput.model_rebuild()
SwitchHeadInput.model_rebuild()
CompactInput.model_rebuild()
MergeInput.model_rebuild()
ThingInput.model_rebuild()
