-- CreateTable
CREATE TABLE "saved_view" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "saved_by" TEXT NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_project_id_name_key" ON "saved_view"("project_id", "name");
