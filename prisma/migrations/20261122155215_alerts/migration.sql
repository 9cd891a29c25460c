-- CreateTable
CREATE TABLE "alert_target" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "secret" TEXT NOT NULL,

    CONSTRAINT "alert_target_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "alert_rule" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "name" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "targets" TEXT[],

    CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "alert_message" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rule" TEXT,
    "target" TEXT NOT NULL,
    "session" TEXT,
    "status" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "answer" TEXT,
    "content" JSONB NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_message_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "alert_message_project_id_created_at_idx" ON "alert_message"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "alert_message_status_due_at_idx" ON "alert_message"("status", "due_at");
