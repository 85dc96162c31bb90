/*
 * tests/support/kiosk_scenes.c: the scenes, each by taps from the hall.
 */
#include "support/kiosk_scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "support/records_model.h"
#include "support/training_scenes.h"

/* A rook attacks an elephant, a rook and a pawn an old attack on a cannon; a false root. */
static const char old_fen[] = "4ka3/9/4ba3/9/6b2/9/6R2/7p1/2p1K1C1r/9 b";
static const char old_moves[] = "e9d9 g3d3 d9e9 d3g3";
/* A long cycle. */
static const char long_fen[] = "2bck3r/4a4/3ab4/P2rp3p/2p1c4/4R4/N3P3P/4BC1C1/N3A4/4KAB2 w";
static const char long_moves[] = "h2h6 d6d3 f2f3 d3d1 h6h1 d1d6 f3f6 d6d3 h1h3 d3d1 f6f1 d1d6 "
                                 "h3h6 d6d3 f1f3 d3d1 h6h1";
/* Only the arbiter may decide whether a move holds the key square (27.3). */
static const char key_fen[] = "3k1a3/4a4/b3b4/9/9/4R4/4n4/3Ar4/3KA4/9 w";
static const char key_moves[] = "e4d4 d9e9 d4e4 e9d9";

static void make_hall(kiosk_model *model)
{
    (void)model;
}

static void make_hall_empty(kiosk_model *model)
{
    model->unpaired = true;
    model_tap(model, "hall.reload");
}

static void make_hall_busy(kiosk_model *model)
{
    model_pick_table(model, 12);
    model_taps(model, "next position.red next bar.hall");
    model_pick_table(model, 2);
    model_taps(model, "next bar.hall");
}

static void make_start(kiosk_model *model)
{
    model->empty = true;
    model_tap(model, "hall.reload");
    assert_int_equal(model->state->screen, KIOSK_SCREEN_START);
}

static void make_start_writing(kiosk_model *model)
{
    make_start(model);
    model_taps(model, "start.event key.c key.u key.p");
}

static void make_game(kiosk_model *model)
{
    model_pick_table(model, 12);
}

static void make_game_danger(kiosk_model *model)
{
    model_pick_table(model, 5);
}

static void make_game_due(kiosk_model *model)
{
    model_pick_table(model, 9);
}

static void make_result_due(kiosk_model *model)
{
    make_game_due(model);
    model_taps(model, "duty sign.arbiter.1 pin.1 pin.2 pin.3 pin.4 next next");
}

static void make_game_order(kiosk_model *model)
{
    model_pick_table(model, 3);
}

static void make_ask_finished(kiosk_model *model)
{
    model_pick_table(model, 7);
    model_tap(model, "game.dispute");
}

static void make_position(kiosk_model *model)
{
    model_pick_table(model, 12);
    model_tap(model, "next");
}

static void make_position_half(kiosk_model *model)
{
    make_position(model);
    model_taps(model, "position.menu menu.clear palette.red.king @e0 palette.black.king @d9 "
                      "palette.red.rook @e4 palette.black.rook @e2 palette.black.pawn @a6 @c6");
}

static void make_position_faults(kiosk_model *model)
{
    make_position(model);
    model_taps(model, "position.menu menu.clear palette.red.king @e0 palette.black.king @e9 "
                      "palette.red.elephant @d5 palette.black.pawn @a9 position.red");
}

static void make_position_menu(kiosk_model *model)
{
    make_position(model);
    model_tap(model, "position.menu");
}

static void make_cases(kiosk_model *model)
{
    make_position_menu(model);
    model_tap(model, "menu.cases");
}

static void make_fen(kiosk_model *model)
{
    make_position_menu(model);
    model_tap(model, "menu.fen");
    model_do(model, kiosk_command_of_text(KIOSK_COMMAND_TYPE_SET, key_fen));
}

static void make_ask_side(kiosk_model *model)
{
    make_position(model);
    model_tap(model, "next");
    assert_int_equal(model->state->ask, KIOSK_ASK_SIDE);
}

static void make_moves(kiosk_model *model)
{
    model_go_to_moves(model, model_chase_fen, "");
}

static void make_moves_picked(kiosk_model *model)
{
    make_moves(model);
    model_tap_square(model, "b4");
}

static void make_moves_why_not(kiosk_model *model)
{
    make_moves(model);
    model_taps(model, "@g2 @f4");
}

static void make_ask_stands(kiosk_model *model)
{
    make_moves(model);
    model_taps(model, "@g2 @f4 @f4");
    assert_int_equal(model->state->ask, KIOSK_ASK_STANDS);
}

static void make_moves_again(kiosk_model *model)
{
    model_go_to_moves(model, model_chase_fen, model_chase_moves);
}

static void make_moves_complete(kiosk_model *model)
{
    make_moves_again(model);
    model_tap(model, "moves.rounds");
}

static void make_moves_long(kiosk_model *model)
{
    model_go_to_moves(model, long_fen, long_moves);
}

static void make_keypad(kiosk_model *model)
{
    make_moves(model);
    model_tap(model, "moves.way");
}

static void make_keypad_half(kiosk_model *model)
{
    make_keypad(model);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_KEY, KIOSK_KEY_PIECE + BOARD_ROOK, 0));
}

static void make_keypad_any(kiosk_model *model)
{
    make_keypad(model);
    model_tap(model, "moves.any");
    model_do(model, kiosk_command_of(KIOSK_COMMAND_KEY, KIOSK_KEY_PIECE + BOARD_ROOK, 0));
}

static void make_order_again(kiosk_model *model)
{
    make_game_order(model);
    model_tap(model, "game.repeated");
    assert_int_equal(model->state->screen, KIOSK_SCREEN_MOVES);
}

static void make_judging(kiosk_model *model)
{
    model->hold = true;
    model_go_to_ruling(model, model_chase_fen, model_chase_moves);
    atomic_store(&model->held->progress, 370);
    kiosk_watch_job(model->state, model->held);
}

static void make_stopped(kiosk_model *model)
{
    make_judging(model);
    model_tap(model, "ruling.stop");
}

static void make_ruling(kiosk_model *model)
{
    model_go_to_ruling(model, model_chase_fen, model_chase_moves);
}

static void make_ruling_long(kiosk_model *model)
{
    model_go_to_ruling(model, long_fen, long_moves);
}

static void make_ruling_key(kiosk_model *model)
{
    model_go_to_ruling(model, key_fen, key_moves);
}

static void make_evidence(kiosk_model *model)
{
    make_ruling(model);
    model_tap(model, "ruling.row.1");
}

static void make_evidence_step(kiosk_model *model)
{
    make_evidence(model);
    model_taps(model, "evidence.next evidence.next");
}

/* Pages to the row, and taps it. */
static void tap_row(kiosk_model *model, int row)
{
    char name[KIOSK_PART_NAME_BYTES];

    snprintf(name, sizeof name, "ruling.row.%d", row);
    for (int i = 0; i < 4 && !model_has(model, name); i++)
        model_tap(model, "list.down");
    model_tap(model, name);
}

static void make_evidence_false_root(kiosk_model *model)
{
    model_go_to_ruling(model, old_fen, old_moves);
    tap_row(model, 4);
}

static void make_evidence_old(kiosk_model *model)
{
    model_go_to_ruling(model, old_fen, old_moves);
    tap_row(model, 3);
}

static void make_evidence_check(kiosk_model *model)
{
    model_go_to_ruling(model, old_fen, old_moves);
    tap_row(model, 2);
}

static void make_evidence_kill(kiosk_model *model)
{
    make_ruling_key(model);
    tap_row(model, 2);
}

static void make_evidence_key(kiosk_model *model)
{
    make_ruling_key(model);
    tap_row(model, 3);
}

static void make_article(kiosk_model *model)
{
    make_ruling(model);
    model_tap(model, "article.24.3");
}

static void make_change(kiosk_model *model)
{
    make_evidence(model);
    model_tap(model, "ruling.change");
}

static void make_change_chosen(kiosk_model *model)
{
    make_change(model);
    model_taps(model, "change.label.4 change.reason.29.3");
}

static void make_change_writing(kiosk_model *model)
{
    make_change(model);
    model_taps(model, "change.label.3 change.write key.phrase.1");
}

static void make_overruled(kiosk_model *model)
{
    make_change_chosen(model);
    model_tap(model, "change.done");
    if (model_has(model, "evidence.close"))
        model_tap(model, "evidence.close");
}

/* The tool's label is to stand after all. */
static void make_change_back(kiosk_model *model)
{
    make_change_chosen(model);
    model_taps(model, "change.done ruling.change change.label.3");
}

static void make_sign_overruled(kiosk_model *model)
{
    make_overruled(model);
    model_tap(model, "next");
}

static void make_announce_overruled(kiosk_model *model)
{
    make_sign_overruled(model);
    model_taps(model, "sign.arbiter.1 pin.1 pin.2 pin.3 pin.4 next");
}

static void make_editions(kiosk_model *model)
{
    make_ruling(model);
    model_tap(model, "ruling.compare");
}

static void make_comparison(kiosk_model *model)
{
    make_editions(model);
    model_tap(model, "compare.wxf-2018");
}

static void make_sign(kiosk_model *model)
{
    make_ruling(model);
    model_tap(model, "next");
}

static void make_sign_pin(kiosk_model *model)
{
    make_sign(model);
    model_taps(model, "sign.arbiter.1 pin.1 pin.2 pin.3 pin.4");
}

static void make_sign_wrong(kiosk_model *model)
{
    make_sign(model);
    model_taps(model, "sign.arbiter.1 pin.1 pin.2 pin.3 pin.3 next");
}

static void make_sign_new_pin(kiosk_model *model)
{
    make_sign(model);
    model_tap(model, "sign.arbiter.2");
}

static void make_sign_told(kiosk_model *model)
{
    make_sign(model);
    model->state->told.count = 1;
    model->state->told.list[0] = (kiosk_told){
        LEDGER_SEVERITY_WARNING,
        {"这一局已有一条未了结的变着令", "An order to change is open in this game already"}};
}

static void make_sign_order(kiosk_model *model)
{
    make_game_order(model);
    model_tap(model, "game.changed");
}

static void make_announce(kiosk_model *model)
{
    make_sign_pin(model);
    model_tap(model, "next");
    assert_int_equal(model->state->screen, KIOSK_SCREEN_ANNOUNCE);
}

static void make_announce_both(kiosk_model *model)
{
    make_announce(model);
    model_tap(model, "announce.both");
}

static void make_announce_turned(kiosk_model *model)
{
    make_announce(model);
    model_tap(model, "announce.turn");
}

static void make_disputes(kiosk_model *model)
{
    make_hall_busy(model);
    model_tap(model, "hall.disputes");
}

static void make_ask_drop(kiosk_model *model)
{
    make_disputes(model);
    model_tap(model, "dispute.drop.0");
}

static void make_settings(kiosk_model *model)
{
    model_tap(model, "bar.settings");
}

static void make_settings_touch(kiosk_model *model)
{
    make_settings(model);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_SETUP, KIOSK_SETUP_TOUCH, 0));
}

static void make_settings_cross(kiosk_model *model)
{
    make_settings_touch(model);
    model_tap(model, "touch.calibrate");
}

static void touch_crosses(kiosk_model *model)
{
    for (int i = 0; i < KIOSK_CROSSES; i++) {
        kiosk_command cross = {.kind = KIOSK_COMMAND_CROSS};

        kiosk_cross_place(i, &cross.numbers[2], &cross.numbers[3]);
        cross.numbers[0] = cross.numbers[2] + 100;
        cross.numbers[1] = cross.numbers[3] - 50;
        model_do(model, cross);
    }
}

static void make_settings_keep(kiosk_model *model)
{
    make_settings_cross(model);
    touch_crosses(model);
}

static void make_settings_arbiters(kiosk_model *model)
{
    make_settings(model);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_SETUP, KIOSK_SETUP_ARBITERS, 0));
}

static void make_settings_pin(kiosk_model *model)
{
    make_settings_arbiters(model);
    model_taps(model, "sign.arbiter.1 pin.1 pin.2");
}

static void make_settings_office(kiosk_model *model)
{
    make_settings(model);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_SETUP, KIOSK_SETUP_OFFICE, 0));
}

static void make_settings_enrolled(kiosk_model *model)
{
    static kiosk_office office = {.there = true,
                                  .enrolled = true,
                                  .name = "全国象棋个人赛编排组",
                                  .why = BOARD_ERROR_SYNC_UNREACHABLE};

    office.contact_ms = model->state->device.wall_ms - 5 * 60000;
    kiosk_set_office(model->state, &office);
    make_settings_office(model);
}

static void make_settings_invitation(kiosk_model *model)
{
    static const kiosk_office office = {.there = true};

    kiosk_set_office(model->state, &office);
    make_settings_office(model);
    model_taps(model, "office.enrol key.1 key.9 key.2 key.. key.:");
}

static void make_settings_buttons(kiosk_model *model)
{
    static const kiosk_buttons buttons = {.wired = 0xF, .pressed = 2};

    make_settings(model);
    kiosk_set_buttons(model->state, &buttons);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_SETUP, KIOSK_SETUP_BUTTONS, 0));
}

static void make_settings_storage(kiosk_model *model)
{
    make_settings(model);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_SETUP, KIOSK_SETUP_STORAGE, 0));
    model_tap(model, "storage.verify");
}

static void make_settings_about(kiosk_model *model)
{
    make_settings(model);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_SETUP, KIOSK_SETUP_ABOUT, 0));
}

static void make_clock_unset(kiosk_model *model)
{
    kiosk_device device = model->state->device;

    device.wall_ms = 0;
    kiosk_set_device(model->state, &device);
}

static void make_offline(kiosk_model *model)
{
    kiosk_device device = model->state->device;

    make_game_danger(model);
    device.connection = KIOSK_CONNECTION_OFFLINE;
    device.waiting = 128;
    device.battery = 9;
    kiosk_set_device(model->state, &device);
}

static void make_storage_low(kiosk_model *model)
{
    kiosk_device device = model->state->device;

    device.free_mib = 12;
    kiosk_set_device(model->state, &device);
}

static void make_duty(kiosk_model *model)
{
    model_pick_table(model, 12);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_DUTY, 0, 0));
    model_taps(model, "sign.arbiter.1 pin.1 pin.2");
}

static void make_locked(kiosk_model *model)
{
    make_duty(model);
    model_taps(model, "pin.3 pin.4 next");
    assert_int_equal(model->state->screen, KIOSK_SCREEN_GAME);
    model_do(model, kiosk_command_of(KIOSK_COMMAND_DUTY_OFF, 0, 0));
}

static void make_on_duty(kiosk_model *model, int table)
{
    model_pick_table(model, table);
    model_taps(model, "duty sign.arbiter.1 pin.1 pin.2 pin.3 pin.4 next");
    assert_true(model->state->duty.on);
}

static void make_foul(kiosk_model *model)
{
    model_pick_table(model, 12);
    model_tap(model, "game.foul.red");
}

static void make_foul_third(kiosk_model *model)
{
    make_on_duty(model, 5);
    model_taps(model, "game.foul.black log.key.own-piece");
}

static void make_foul_group(kiosk_model *model)
{
    make_foul(model);
    model_taps(model, "log.group.2 log.key.untrue-claim");
}

static void make_penalty(kiosk_model *model)
{
    make_on_duty(model, 12);
    model_taps(model, "game.foul.red log.group.5 log.key.expelled");
}

static void make_penalty_sign(kiosk_model *model)
{
    make_penalty(model);
    model_tap(model, "next");
}

static void make_penalty_team(kiosk_model *model)
{
    make_on_duty(model, 12);
    model_taps(model, "game.foul.black log.group.5 log.key.warning log.team");
    assert_true(model->state->log.team);
}

static void make_result(kiosk_model *model)
{
    make_on_duty(model, 12);
    model_taps(model, "game.result result.outcome.1 log.key.resigned");
}

static void make_result_draw(kiosk_model *model)
{
    make_result(model);
    model_taps(model, "result.outcome.3");
}

static void make_offer(kiosk_model *model)
{
    make_on_duty(model, 12);
    model_taps(model, "game.result result.kind.offer log.red result.agreed");
}

static void make_offer_again(kiosk_model *model)
{
    make_on_duty(model, 5);
    model_taps(model, "game.result result.kind.offer log.black result.refused");
    assert_true(model_has(model, "result.offered-again"));
}

static void make_overstep(kiosk_model *model)
{
    make_on_duty(model, 12);
    model_taps(model, "game.result result.kind.overstep log.black result.exception.1");
}

static void make_lateness(kiosk_model *model)
{
    make_on_duty(model, 12);
    model_taps(model, "game.result result.kind.lateness result.late.black.5 result.late.black.5 "
                      "result.late.black.1 result.came.black");
}

static void make_withdraw(kiosk_model *model)
{
    make_on_duty(model, 5);
    model_taps(model, "game.undo.1 withdraw.why.1");
}

static void make_withdraw_writing(kiosk_model *model)
{
    make_on_duty(model, 5);
    model_taps(model, "game.undo.1 withdraw.write key.a");
}

static void make_audit(kiosk_model *model)
{
    make_on_duty(model, 12);
    model_tap(model, "game.audit");
    for (int i = 0; i < 10; i++)
        model_do(model,
                 kiosk_command_of_text(KIOSK_COMMAND_MOVES, i % 2 ? "a1a0 a8a9" : "a0a1 a9a8"));
    model_taps(model, "next audit.red");
}

static void make_touch(kiosk_model *model)
{
    make_on_duty(model, 12);
    model_tap(model, "game.touch");
    model_taps(model, "position.red next");
}

static void make_touch_duty(kiosk_model *model)
{
    make_touch(model);
    model_taps(model, "@a0 @a3 @b2 @b9");
}

static void make_touch_foul(kiosk_model *model)
{
    kiosk_command set = kiosk_command_of_text(KIOSK_COMMAND_FEN, "3ak4/9/9/4r4/9/9/9/9/4A4/4K4 w");

    make_on_duty(model, 12);
    model_tap(model, "game.touch");
    set.numbers[0] = 1;
    model_do(model, set);
    model_taps(model, "next @e1 @d9");
}

const kiosk_scene_maker kiosk_scenes[] = {
    {"hall", KIOSK_SCREEN_HALL, make_hall},
    {"hall-empty", KIOSK_SCREEN_HALL, make_hall_empty},
    {"hall-busy", KIOSK_SCREEN_HALL, make_hall_busy},
    {"disputes", KIOSK_SCREEN_HALL, make_disputes},
    {"ask-drop", KIOSK_SCREEN_HALL, make_ask_drop},
    {"clock-unset", KIOSK_SCREEN_HALL, make_clock_unset},
    {"storage-low", KIOSK_SCREEN_HALL, make_storage_low},
    {"start", KIOSK_SCREEN_START, make_start},
    {"start-writing", KIOSK_SCREEN_START, make_start_writing},
    {"game", KIOSK_SCREEN_GAME, make_game},
    {"game-danger", KIOSK_SCREEN_GAME, make_game_danger},
    {"game-order", KIOSK_SCREEN_GAME, make_game_order},
    {"game-due", KIOSK_SCREEN_GAME, make_game_due},
    {"ask-finished", KIOSK_SCREEN_GAME, make_ask_finished},
    {"offline", KIOSK_SCREEN_GAME, make_offline},
    {"position", KIOSK_SCREEN_POSITION, make_position},
    {"position-half", KIOSK_SCREEN_POSITION, make_position_half},
    {"position-faults", KIOSK_SCREEN_POSITION, make_position_faults},
    {"position-menu", KIOSK_SCREEN_POSITION, make_position_menu},
    {"cases", KIOSK_SCREEN_POSITION, make_cases},
    {"fen", KIOSK_SCREEN_POSITION, make_fen},
    {"ask-side", KIOSK_SCREEN_POSITION, make_ask_side},
    {"moves", KIOSK_SCREEN_MOVES, make_moves},
    {"moves-picked", KIOSK_SCREEN_MOVES, make_moves_picked},
    {"moves-why-not", KIOSK_SCREEN_MOVES, make_moves_why_not},
    {"ask-stands", KIOSK_SCREEN_MOVES, make_ask_stands},
    {"moves-again", KIOSK_SCREEN_MOVES, make_moves_again},
    {"moves-complete", KIOSK_SCREEN_MOVES, make_moves_complete},
    {"moves-long", KIOSK_SCREEN_MOVES, make_moves_long},
    {"keypad", KIOSK_SCREEN_MOVES, make_keypad},
    {"keypad-half", KIOSK_SCREEN_MOVES, make_keypad_half},
    {"keypad-any", KIOSK_SCREEN_MOVES, make_keypad_any},
    {"order-again", KIOSK_SCREEN_MOVES, make_order_again},
    {"judging", KIOSK_SCREEN_RULING, make_judging},
    {"stopped", KIOSK_SCREEN_RULING, make_stopped},
    {"ruling", KIOSK_SCREEN_RULING, make_ruling},
    {"ruling-long", KIOSK_SCREEN_RULING, make_ruling_long},
    {"ruling-key", KIOSK_SCREEN_RULING, make_ruling_key},
    {"evidence", KIOSK_SCREEN_RULING, make_evidence},
    {"evidence-step", KIOSK_SCREEN_RULING, make_evidence_step},
    {"evidence-false-root", KIOSK_SCREEN_RULING, make_evidence_false_root},
    {"evidence-old", KIOSK_SCREEN_RULING, make_evidence_old},
    {"evidence-check", KIOSK_SCREEN_RULING, make_evidence_check},
    {"evidence-kill", KIOSK_SCREEN_RULING, make_evidence_kill},
    {"evidence-key", KIOSK_SCREEN_RULING, make_evidence_key},
    {"article", KIOSK_SCREEN_RULING, make_article},
    {"change", KIOSK_SCREEN_RULING, make_change},
    {"change-chosen", KIOSK_SCREEN_RULING, make_change_chosen},
    {"change-writing", KIOSK_SCREEN_RULING, make_change_writing},
    {"overruled", KIOSK_SCREEN_RULING, make_overruled},
    {"change-back", KIOSK_SCREEN_RULING, make_change_back},
    {"sign-overruled", KIOSK_SCREEN_SIGN, make_sign_overruled},
    {"announce-overruled", KIOSK_SCREEN_ANNOUNCE, make_announce_overruled},
    {"editions", KIOSK_SCREEN_RULING, make_editions},
    {"comparison", KIOSK_SCREEN_RULING, make_comparison},
    {"sign", KIOSK_SCREEN_SIGN, make_sign},
    {"sign-pin", KIOSK_SCREEN_SIGN, make_sign_pin},
    {"sign-wrong", KIOSK_SCREEN_SIGN, make_sign_wrong},
    {"sign-new-pin", KIOSK_SCREEN_SIGN, make_sign_new_pin},
    {"sign-told", KIOSK_SCREEN_SIGN, make_sign_told},
    {"sign-order", KIOSK_SCREEN_SIGN, make_sign_order},
    {"announce", KIOSK_SCREEN_ANNOUNCE, make_announce},
    {"announce-both", KIOSK_SCREEN_ANNOUNCE, make_announce_both},
    {"announce-turned", KIOSK_SCREEN_ANNOUNCE, make_announce_turned},
    {"settings", KIOSK_SCREEN_SETTINGS, make_settings},
    {"settings-touch", KIOSK_SCREEN_SETTINGS, make_settings_touch},
    {"settings-cross", KIOSK_SCREEN_SETTINGS, make_settings_cross},
    {"settings-keep", KIOSK_SCREEN_SETTINGS, make_settings_keep},
    {"settings-arbiters", KIOSK_SCREEN_SETTINGS, make_settings_arbiters},
    {"settings-pin", KIOSK_SCREEN_SETTINGS, make_settings_pin},
    {"settings-office", KIOSK_SCREEN_SETTINGS, make_settings_office},
    {"settings-enrolled", KIOSK_SCREEN_SETTINGS, make_settings_enrolled},
    {"settings-invitation", KIOSK_SCREEN_SETTINGS, make_settings_invitation},
    {"settings-buttons", KIOSK_SCREEN_SETTINGS, make_settings_buttons},
    {"settings-storage", KIOSK_SCREEN_SETTINGS, make_settings_storage},
    {"settings-about", KIOSK_SCREEN_SETTINGS, make_settings_about},
    {"duty", KIOSK_SCREEN_DUTY, make_duty},
    {"locked", KIOSK_SCREEN_DUTY, make_locked},
    {"training", KIOSK_SCREEN_TRAINING, make_training},
    {"training-trainee", KIOSK_SCREEN_TRAINING, make_training_trainee},
    {"study-list", KIOSK_SCREEN_STUDY, make_study_list},
    {"study-themes", KIOSK_SCREEN_STUDY, make_study_themes},
    {"study-articles", KIOSK_SCREEN_STUDY, make_study_articles},
    {"study-import", KIOSK_SCREEN_STUDY, make_study_import},
    {"study", KIOSK_SCREEN_STUDY, make_study},
    {"study-half", KIOSK_SCREEN_STUDY, make_study_half},
    {"study-whole", KIOSK_SCREEN_STUDY, make_study_whole},
    {"study-evidence", KIOSK_SCREEN_STUDY, make_study_evidence},
    {"study-explained", KIOSK_SCREEN_STUDY, make_study_explained},
    {"study-mate", KIOSK_SCREEN_STUDY, make_study_mate},
    {"quiz-setup", KIOSK_SCREEN_QUIZ, make_quiz_setup},
    {"quiz-exams", KIOSK_SCREEN_QUIZ, make_quiz_exams},
    {"quiz-label", KIOSK_SCREEN_QUIZ, make_quiz_label},
    {"quiz-idle", KIOSK_SCREEN_QUIZ, make_quiz_idle},
    {"quiz-targets", KIOSK_SCREEN_QUIZ, make_quiz_targets},
    {"quiz-conduct", KIOSK_SCREEN_QUIZ, make_quiz_conduct},
    {"quiz-ruling", KIOSK_SCREEN_QUIZ, make_quiz_ruling},
    {"quiz-mate", KIOSK_SCREEN_QUIZ, make_quiz_mate},
    {"quiz-wrong", KIOSK_SCREEN_QUIZ, make_quiz_wrong},
    {"quiz-evidence", KIOSK_SCREEN_QUIZ, make_quiz_evidence},
    {"quiz-ask-end", KIOSK_SCREEN_QUIZ, make_quiz_ask_end},
    {"quiz-result", KIOSK_SCREEN_QUIZ, make_quiz_result},
    {"exam-result", KIOSK_SCREEN_QUIZ, make_exam_result},
    {"progress", KIOSK_SCREEN_PROGRESS, make_progress},
    {"progress-articles", KIOSK_SCREEN_PROGRESS, make_progress_articles},
    {"progress-themes", KIOSK_SCREEN_PROGRESS, make_progress_themes},
    {"progress-confusion", KIOSK_SCREEN_PROGRESS, make_progress_confusion},
    {"progress-queue", KIOSK_SCREEN_PROGRESS, make_progress_queue},
    {"progress-nobody", KIOSK_SCREEN_PROGRESS, make_progress_nobody},
    {"foul", KIOSK_SCREEN_FOUL, make_foul},
    {"foul-third", KIOSK_SCREEN_FOUL, make_foul_third},
    {"foul-group", KIOSK_SCREEN_FOUL, make_foul_group},
    {"penalty", KIOSK_SCREEN_FOUL, make_penalty},
    {"penalty-team", KIOSK_SCREEN_FOUL, make_penalty_team},
    {"result-due", KIOSK_SCREEN_RESULT, make_result_due},
    {"penalty-sign", KIOSK_SCREEN_SIGN, make_penalty_sign},
    {"result", KIOSK_SCREEN_RESULT, make_result},
    {"result-draw", KIOSK_SCREEN_RESULT, make_result_draw},
    {"offer", KIOSK_SCREEN_RESULT, make_offer},
    {"offer-again", KIOSK_SCREEN_RESULT, make_offer_again},
    {"overstep", KIOSK_SCREEN_RESULT, make_overstep},
    {"lateness", KIOSK_SCREEN_RESULT, make_lateness},
    {"withdraw", KIOSK_SCREEN_WITHDRAW, make_withdraw},
    {"audit", KIOSK_SCREEN_AUDIT, make_audit},
    {"touch", KIOSK_SCREEN_TOUCH, make_touch},
    {"touch-duty", KIOSK_SCREEN_TOUCH, make_touch_duty},
    {"touch-foul", KIOSK_SCREEN_TOUCH, make_touch_foul},
    {"withdraw-writing", KIOSK_SCREEN_WITHDRAW, make_withdraw_writing},
    {"records", KIOSK_SCREEN_RECORDS, make_records},
    {"records-none", KIOSK_SCREEN_RECORDS, make_records_none},
    {"records-rounds", KIOSK_SCREEN_RECORDS, make_records_rounds},
    {"records-players", KIOSK_SCREEN_RECORDS, make_records_players},
    {"records-kinds", KIOSK_SCREEN_RECORDS, make_records_kinds},
    {"record-foul", KIOSK_SCREEN_RECORD, make_record_foul},
    {"record-judging", KIOSK_SCREEN_RECORD, make_record_judging},
    {"record-ruling", KIOSK_SCREEN_RECORD, make_record_ruling},
    {"record-evidence", KIOSK_SCREEN_RECORD, make_record_evidence},
    {"records-export", KIOSK_SCREEN_RECORDS, make_records_export},
    {"records-writing", KIOSK_SCREEN_RECORDS, make_records_writing},
    {"records-written", KIOSK_SCREEN_RECORDS, make_records_written},
    {"stick", KIOSK_SCREEN_STICK, make_stick},
    {"stick-reading", KIOSK_SCREEN_STICK, make_stick_reading},
    {"stick-games", KIOSK_SCREEN_STICK, make_stick_games},
    {"table-preview", KIOSK_SCREEN_STICK, make_table_preview},
    {"stick-opened", KIOSK_SCREEN_MOVES, make_stick_opened},
};
const size_t kiosk_scene_count = sizeof kiosk_scenes / sizeof *kiosk_scenes;

void kiosk_scene_open(kiosk_model *model, const kiosk_scene_maker *scene, int width, int height,
                      double pixels_per_inch, board_language language)
{
    memset(model, 0, sizeof *model);
    model_open(model, width, height, pixels_per_inch, language);
    scene->make(model);
    if (model->state->screen != scene->screen)
        fail_msg("%s ends on the screen %s", scene->name, kiosk_screen_code(model->state->screen));
}
