/*
 * tests/support/records_model.h: the jobs of the records done from memory: a journal of some
 * hundred entries, a ruling and a foul that was corrected among them.
 */
#ifndef QILI_TESTS_RECORDS_MODEL_H
#define QILI_TESTS_RECORDS_MODEL_H

#include "support/kiosk_model.h"

enum { RECORDS_MODEL_TOTAL = 240 };

void records_model_perform(kiosk_job *job);

/* Of USB sticks: one with twenty files, the second of which has several games. */
void stick_model_perform(kiosk_job *job);

/* The screens of the records in the states that they can be in. */
void make_records(kiosk_model *model);
void make_records_none(kiosk_model *model);
void make_records_rounds(kiosk_model *model);
void make_records_players(kiosk_model *model);
void make_records_kinds(kiosk_model *model);
void make_record_foul(kiosk_model *model);
void make_record_judging(kiosk_model *model);
void make_record_ruling(kiosk_model *model);
void make_record_evidence(kiosk_model *model);
void make_records_export(kiosk_model *model);
void make_records_writing(kiosk_model *model);
void make_records_written(kiosk_model *model);
void make_stick(kiosk_model *model);
void make_stick_reading(kiosk_model *model);
void make_stick_games(kiosk_model *model);
void make_stick_opened(kiosk_model *model);
void make_table_preview(kiosk_model *model);

#endif
